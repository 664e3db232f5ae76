import { expect, it } from 'vitest';
import { sitePages } from '../../scripts/api/pages.js';

const ENTRIES = [{ name: 'sms-service-client/http', default: './dist/js/http.js' }];
const table = (...rows: readonly (readonly string[])[]): string =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>\n\n${cell}\n\n</td>`).join('')}</tr>`).join('')}</table>`;

it('the API reference of the site has a page for each exported name, with its methods as sections', () => {
  const home = '[Home](./index.md) &gt; [http](./http.md)';
  const members = table(
    ['Member', 'Type'],
    ['[send()](./http.client.send.md)', "'a' \\| 'b'<!-- -->"],
    ['[load](./http.client.load.md)', '[Load](./http.load.md)'],
  );
  const pages = new Map([
    ['http.client.md', `${home} &gt; [Client](./http.client.md)\n\n## Client class\n\nSends.\n\n${members}\n`],
    ['http.client.load.md', '## Client.load property\n\nThe load.\n'],
    ['http.client.send.md', '## Client.send() method\n\nSends one.\n\n## Example\n\nNone.\n'],
    ['http.load.md', `${home} &gt; [Load](./http.load.md)\n\n## Load interface\n\nThe load.\n`],
  ]);
  const converted = sitePages(pages, ENTRIES);
  expect([...converted.keys()]).toEqual(['http.client.md', 'http.load.md']);
  expect(converted.get('http.client.md')).toBe(
    [
      '---\neditLink: false\noutline: 2\n---\n',
      '[API](./index.md) › [sms-service-client/http](./http.md)\n',
      '# Client class\n',
      'Sends.\n',
      '| Member | Type |',
      '| --- | --- |',
      "| [send()](#send) | 'a' \\| 'b' |",
      '| load | [Load](./http.load.md) |\n',
      '## send()\n',
      'Sends one.\n',
      '### Example\n',
      'None.\n',
    ].join('\n'),
  );
});
