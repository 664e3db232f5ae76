import { describe, expect, it } from 'vitest';
import { receive } from './requests.js';

const SOAP = 'xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"';
const SCHEMA = 'xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';
const ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
const TEXT = '[%1%]&#13;[%2%] &amp; &lt;ż&gt;';

/** Envelopes in the hand of other clients: each sends one text, with two parameters each, to two numbers. */
const REQUESTS: readonly (readonly [string, string])[] = [
  [
    'PHP SoapClient: every type, arrayType and encodingStyle',
    `<?xml version="1.0" encoding="UTF-8"?>\n<e:Envelope ${SOAP} ${SCHEMA} xmlns:ns1="urn:sms-service" xmlns:enc="${ENCODING}" e:encodingStyle="${ENCODING}"><e:Body><ns1:soap_SendMulti>` +
      '<client xsi:type="ns1:Client"><username xsi:type="xsd:string">alice</username><password xsi:type="xsd:string">sesame</password></client>' +
      '<sms_param xsi:type="ns1:sms_multi_param"><arTo enc:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString">' +
      '<item xsi:type="xsd:string">500100200</item><item xsi:type="xsd:string">500100201</item></arTo>' +
      `<message xsi:type="xsd:string">${TEXT}</message><eco xsi:type="xsd:int">1</eco>` +
      '<arParams enc:arrayType="ns1:ArrayOfString[2]" xsi:type="ns1:ArrayOfParam">' +
      '<item enc:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">p</item><item xsi:type="xsd:string">q</item></item>' +
      '<item enc:arrayType="xsd:string[2]" xsi:type="ns1:ArrayOfString"><item xsi:type="xsd:string">r</item><item xsi:type="xsd:string">s</item></item>' +
      '</arParams></sms_param></ns1:soap_SendMulti></e:Body></e:Envelope>\n',
  ],
  [
    'zeep: types on the items only, rows named by their type',
    `<?xml version='1.0' encoding='utf-8'?>\n<e:Envelope ${SOAP}><e:Body><ns0:soap_SendMulti xmlns:ns0="urn:sms-service">` +
      '<client><username>alice</username><password>sesame</password></client>' +
      `<sms_param><arTo><item ${SCHEMA} xsi:type="xsd:string">500100200</item><item ${SCHEMA} xsi:type="xsd:string">500100201</item></arTo>` +
      `<message>${TEXT}</message><eco>1</eco><arParams>` +
      `<ArrayOfString><item ${SCHEMA} xsi:type="xsd:string">p</item><item ${SCHEMA} xsi:type="xsd:string">q</item></ArrayOfString>` +
      `<ArrayOfString><item ${SCHEMA} xsi:type="xsd:string">r</item><item ${SCHEMA} xsi:type="xsd:string">s</item></ArrayOfString>` +
      '</arParams></sms_param></ns0:soap_SendMulti></e:Body></e:Envelope>',
  ],
  [
    'node-soap: no types, no arrayType, no encodingStyle',
    `<?xml version="1.0" encoding="utf-8"?><e:Envelope ${SOAP} ${SCHEMA}  xmlns:tns="urn:sms-service"><e:Body><tns:soap_SendMulti>` +
      '<client><username>alice</username><password>sesame</password></client>' +
      `<sms_param><arTo><item>500100200</item><item>500100201</item></arTo><message>${TEXT}</message>` +
      '<arParams><item><item>p</item><item>q</item></item><item><item>r</item><item>s</item></item></arParams>' +
      '<eco>1</eco><arIdx xsi:nil="true"></arIdx></sms_param></tns:soap_SendMulti></e:Body></e:Envelope>',
  ],
  [
    'Apache Axis: multiRef',
    `<?xml version="1.0" encoding="utf-8"?><e:Envelope ${SOAP} ${SCHEMA}><e:Body>` +
      `<ns1:soap_SendMulti e:encodingStyle="${ENCODING}" xmlns:ns1="urn:sms-service"><client href="#id0"/><sms_param href="#id1"/></ns1:soap_SendMulti>` +
      `<multiRef id="id1" enc:root="0" xsi:type="ns2:sms_multi_param" xmlns:enc="${ENCODING}" xmlns:ns2="urn:sms-service">` +
      '<arTo xsi:type="enc:Array" enc:arrayType="xsd:string[2]"><arTo xsi:type="xsd:string">500100200</arTo><arTo xsi:type="xsd:string">500100201</arTo></arTo>' +
      `<message xsi:type="xsd:string">${TEXT}</message><from xsi:type="xsd:string" xsi:nil="true"/><eco href="#id2"/>` +
      '<arParams xsi:type="enc:Array" enc:arrayType="xsd:string[][2]"><x enc:arrayType="xsd:string[2]"><y>p</y><y>q</y></x><x href="#id3"/></arParams></multiRef>' +
      '<multiRef id="id2" xsi:type="xsd:int">1</multiRef><multiRef id="id3"><y>r</y><y>s</y></multiRef>' +
      '<multiRef id="id0"><username>alice</username><password>sesame</password></multiRef></e:Body></e:Envelope>',
  ],
  [
    'SOAP::Lite: qualified parts, types guessed, text as base64',
    `<?xml version="1.0" encoding="UTF-8"?><e:Envelope ${SOAP} ${SCHEMA} xmlns:enc="${ENCODING}" e:encodingStyle="${ENCODING}"><e:Body>` +
      '<soap_SendMulti xmlns="urn:sms-service"><client><username xsi:type="xsd:string">alice</username><password xsi:type="xsd:string">sesame</password></client>' +
      '<sms_param><arTo enc:arrayType="xsd:int[2]" xsi:type="enc:Array"><item xsi:type="xsd:int">500100200</item><item xsi:type="xsd:int">500100201</item></arTo>' +
      // "[%1%]\r[%2%] & <ż>"
      '<message xsi:type="xsd:base64Binary">WyUxJV0NWyUyJV0gJiA8xbw+</message><eco xsi:type="xsd:int">1</eco>' +
      '<arParams enc:arrayType="xsd:anyType[2]" xsi:type="enc:Array">' +
      '<enc:Array enc:arrayType="xsd:string[2]" xsi:type="enc:Array"><item>p</item><item>q</item></enc:Array>' +
      '<enc:Array enc:arrayType="xsd:string[2]" xsi:type="enc:Array"><item>r</item><item>s</item></enc:Array>' +
      '</arParams></sms_param></soap_SendMulti></e:Body></e:Envelope>',
  ],
];

describe('the embedded gateway understands a request as it is written by', () => {
  it.each(REQUESTS)('%s', async (_name, request) => {
    expect(await receive(request)).toMatchObject({
      status: 200,
      fault: undefined,
      messages: [
        { to: '48500100200', message: 'p\rq & <ż>', idx: '' },
        { to: '48500100201', message: 'r\rs & <ż>', idx: '' },
      ],
    });
  });
});
