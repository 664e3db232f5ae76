/** The site of the documentation: `npm run docs` builds it, `npm run docs:dev` shows it while you edit. */
const page = (text, name) => ({ text, link: `/${name}` });

/** The public repository: replace it when it is known. package.json has no `repository`. */
const REPOSITORY = 'https://git.example/sms-service-client';

/** Names of the API reference are found by their titles, so that the index stays small. */
const searchText = (text, env, md) =>
  md.render(env.relativePath.startsWith('api/') ? (/^# .*$/m.exec(text)?.[0] ?? '') : text, env);

export default {
  title: 'sms-service-client',
  description: 'TypeScript client for the sms-service messaging gateway',
  cleanUrls: true,
  // Angle brackets and braces in the pages are text.
  markdown: {
    html: false,
    attrs: { disable: true },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    // The language of a code block has too little contrast in the default theme.
    ['style', {}, 'html:root { --vp-code-lang-color: var(--vp-c-text-2); }'],
  ],
  outDir: '../.cache/docs',
  cacheDir: '../.cache/vitepress',
  // Files of the repository that are not pages.
  ignoreDeadLinks: [/^\.\/\.\.\//, /\/(?:CONTRIBUTING|RELEASING|SECURITY|CHANGELOG)$/],
  themeConfig: {
    search: { provider: 'local', options: { _render: searchText } },
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: 'Edit this page' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Start',
        items: [
          page('Overview', ''),
          page('HTTP or SOAP', 'http-or-soap'),
          page('HTTP client', 'http'),
          page('SOAP client', 'guide'),
          page('Embedded gateway', 'embedded-gateway'),
          page('Coming from node-soap', 'from-node-soap'),
          page("Coming from PHP's SoapClient", 'from-php'),
          page('Frequent questions', 'faq'),
          page('Troubleshooting', 'troubleshooting'),
        ],
      },
      {
        text: 'Guides',
        items: [
          page('Send over HTTP', 'http-sending'),
          page('Send exactly once over HTTP', 'exactly-once'),
          page('Send without duplicates', 'sending-safely'),
          page('Use the account over HTTP', 'http-account'),
          page('Handle errors', 'handling-errors'),
          page('Receive callbacks', 'callbacks'),
          page('Handle callbacks once', 'callback-stores'),
          page('Check who sends callbacks', 'callback-security'),
          page('Send to many recipients', 'batches'),
          page('Use many accounts', 'accounts'),
          page('Send SMS by mail', 'mail'),
          page('Test an application', 'testing'),
          page('Test with recordings', 'testing-with-cassettes'),
          page('Migrate an address book', 'address-book'),
          page('Change address books', 'address-book-how-to'),
          page('Observe', 'metrics-and-logs'),
          page('Run in serverless functions', 'serverless'),
          page('Shut down', 'shutting-down'),
          page('Use with Jest, bundlers, Bun, Deno', 'toolchains'),
          page('Generate clients for other services', 'generator'),
        ],
      },
      {
        text: 'Reference',
        items: [
          page('API', 'api/'),
          page('HTTP parameters: sends', 'http-reference'),
          page('HTTP parameters: account', 'http-reference-account'),
          page('Connections, retries and limits', 'connections'),
          page('Errors', 'errors'),
          page('Gateway codes', 'gateway-codes'),
          page('Recorded traffic', 'recorded-traffic'),
          page('Cassette files', 'cassette-files'),
          page('Callbacks, other programs and imports', 'cassette-extras'),
          page('Address books', 'address-book-reference'),
          page('Command line', 'command-line'),
          page('Problems that doctor finds', 'doctor'),
          {
            text: 'Gateway',
            link: '/gateway',
            collapsed: true,
            items: [
              page('HTTP interface', 'gateway-http'),
              page('SOAP interface', 'gateway-soap'),
              page('Results and statuses', 'gateway-results'),
              page('Callbacks', 'gateway-callbacks'),
              page('Decisions of the embedded gateway', 'gateway-decisions'),
            ],
          },
        ],
      },
      {
        text: 'Explanation',
        items: [page('Architecture', 'architecture'), page('Wire format', 'wire'), page('Performance', 'performance')],
      },
    ],
  },
};
