/** A request of another client: it adds a group. */
export function requestXml(name: string): string {
  return (
    '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><q:soap_AddGroup xmlns:q="urn:sms-service">' +
    '<client><username>demo</username><password>demo-password</password></client>' +
    `<group><name>${name}</name><info/></group></q:soap_AddGroup></e:Body></e:Envelope>`
  );
}
