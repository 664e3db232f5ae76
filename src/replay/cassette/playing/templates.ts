import { invalid } from '../../../options/check.js';

/** The most characters between the braces. */
const TEMPLATE = /\{\{([^{}]{0,40})\}\}/g;
const MOMENT = /^now(?:([+-])(\d{1,10}))?$/;

/**
 * Fills in the moments of a kept response: `{{now}}`, `{{now+3600}}` and `{{now-60}}`, in unix seconds.
 *
 * @throws ValidationError that names what is no template
 */
export function filledIn(text: string, now: Date): string {
  return text.replace(TEMPLATE, (whole, content: string) => {
    const [, sign, seconds = '0'] = MOMENT.exec(content) ?? invalid('templates', `know no ${JSON.stringify(whole)}`);
    const distance = Number(seconds) * (sign === '-' ? -1 : 1);
    return String(Math.floor(now.getTime() / 1000) + distance);
  });
}
