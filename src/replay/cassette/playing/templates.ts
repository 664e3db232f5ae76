import { invalid } from '../../../options/check.js';
import type { Entry } from '../../file/entry.js';
import { quoted } from './miss.js';

const TEMPLATE = /\{\{([^{}]{0,40})\}\}/g;
const MOMENT = /^now(?:([+-])(\d{1,10}))?$/;

/**
 * Replaces the templates `{{now}}`, `{{now+3600}}` and `{{now-60}}` in a recorded response by unix seconds.
 *
 * @throws
 * ValidationError that names an unknown template
 */
export function filledIn(text: string, now: Date): string {
  return text.replace(TEMPLATE, (whole, content: string) => {
    const [, sign, seconds = '0'] = MOMENT.exec(content) ?? invalid('templates', unknown(whole));
    const distance = Number(seconds) * (sign === '-' ? -1 : 1);
    return String(Math.floor(now.getTime() / 1000) + distance);
  });
}

/**
 * Checks the templates of all recordings before replay.
 *
 * @throws ValidationError that names an unknown one, and its call
 */
export function checkTemplates(entries: readonly Entry[]): void {
  for (const { recording, compared } of entries) {
    const { response, track, startedAtMs } = recording;
    if (response === undefined || response.encoding !== undefined) continue;
    for (const [whole, content = ''] of response.text.matchAll(TEMPLATE)) {
      if (MOMENT.test(content)) continue;
      const call = `${compared.operation} of ${new Date(startedAtMs).toISOString()}`;
      invalid(
        'templates',
        `${unknown(whole)}; in ${call}${track === undefined ? '' : ` in the track ${quoted(track)}`}`,
      );
    }
  }
}

function unknown(template: string): string {
  return `know no ${JSON.stringify(template)}, but {{now}}, {{now+60}} and {{now-60}}, in seconds`;
}
