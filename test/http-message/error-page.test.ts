import { describe, expect, it } from 'vitest';
import { pageAdvice, wantsCertificateByPage } from '../../src/http-message/error-page.js';

const page = (text: string): string => `<html>\r\n<head><title>400 ${text}</title></head>\r\n</html>`;

describe('what to do about a page', () => {
  it.each([
    [400, page('No required SSL certificate was sent'), '; the server requires a client certificate: set cert and key'],
    [400, page('The SSL certificate error'), '; the server rejects the client certificate in cert'],
    [400, page('The plain HTTP request was sent to HTTPS port'), '; this port uses https: correct the url'],
    [
      400,
      "Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />",
      '; this port uses https: correct the url',
    ],
    [400, 'Client sent an HTTP request to an HTTPS server.\n', '; this port uses https: correct the url'],
    [413, '', '; the request is too large for a server or proxy: send to fewer recipients at once'],
    [400, page('Bad Request'), ''],
    [500, '', ''],
  ])('%d %j', (status, text, advice) => {
    expect(pageAdvice(status, text)).toBe(advice);
  });

  it.each([
    ['No required SSL certificate was sent', true],
    ['The SSL certificate error', true],
    ['The plain HTTP request was sent to HTTPS port', false],
  ])('is a certificate of the client after %j: %s', (text, wants) => {
    expect(wantsCertificateByPage(page(text))).toBe(wants);
  });
});
