import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { BODY, wsdl } from './given.js';

const LITERAL = '<soap:body use="literal"/>';
const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;

describe('bindings that are not RPC/encoded over SOAP 1.1 and HTTP are refused at their place', () => {
  expectRefusals({
    'document style in the binding': {
      given: {
        request: LITERAL,
        response: LITERAL,
        style: '¦<soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>',
      },
      wanted: 'soap:binding: document/literal is not supported, only rpc/encoded',
    },
    'document style, whatever its schema holds': {
      given: {
        style: '¦<soap:binding style="document" transport="http://schemas.xmlsoap.org/soap/http"/>',
        request: LITERAL,
        response: LITERAL,
        schema: '<xsd:import namespace="urn:u" schemaLocation="https://t.example/u.xsd"/><xsd:redefine/>',
        input: '<wsdl:part name="p" element="tns:e"/>',
      },
      wanted: 'soap:binding: document/literal is not supported, only rpc/encoded',
    },
    'document style by default': {
      given: { style: '¦<soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>' },
      wanted: 'soap:binding: document/encoded is not supported, only rpc/encoded',
    },
    'document style of an operation': {
      given: { action: '¦<soap:operation style="document"/>' },
      wanted: 'soap:operation: document/encoded is not supported, only rpc/encoded',
    },
    'literal use in a request': {
      given: { request: '¦<soap:body use="literal" namespace="urn:t"/>' },
      wanted: 'soap:body: rpc/literal is not supported, only rpc/encoded',
    },
    'literal use in a response': {
      given: { response: '\n  ¦<soap:body use="literal" namespace="urn:t"/>' },
      wanted: 'soap:body: rpc/literal is not supported, only rpc/encoded',
    },
    'no use at all': {
      given: { request: '¦<soap:body namespace="urn:t"/>' },
      wanted: 'soap:body: rpc/literal is not supported, only rpc/encoded',
    },
    'an encoding that is not SOAP encoding': {
      given: { request: '¦<soap:body use="encoded" namespace="urn:t" encodingStyle="urn:other"/>' },
      wanted: 'soap:body: encodingStyle="urn:other" is not SOAP encoding',
    },
    'a request that is not bound': {
      given: wsdl()
        .replace(`<wsdl:input>${BODY}</wsdl:input>`, '')
        .replace(/<wsdl:operation name="op">(?=\s*<soap:operation)/, '¦$&'),
      wanted: 'wsdl:operation "op": does not bind its input',
    },
    'a MIME binding': {
      given: { request: '¦<m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"/>' },
      wanted: 'multipartRelated: is not supported',
    },
    'a body that names a part that is not there': {
      given: wsdl({
        request: '<soap:body use="encoded" namespace="urn:t" parts="p q"/>',
        input: PART('type="xsd:int"'),
      }).replace('<wsdl:message name="in">', '¦<wsdl:message name="in">'),
      wanted: 'wsdl:message "in": soap:body names a part "q" that it does not have',
    },
    'a SOAP 1.2 binding alone': {
      given: { style: '¦<soap12:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>' },
      wanted: 'soap12:binding: SOAP 1.2 is not supported',
    },
    'no SOAP binding': {
      given: wsdl({
        style: '<h:binding xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" verb="GET"/>',
      }).replace('<wsdl:binding', '¦<wsdl:binding'),
      wanted: 'wsdl:binding "binding": is not a SOAP binding',
    },
    'another transport than HTTP': {
      given: { style: '¦<soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/smtp"/>' },
      wanted:
        'soap:binding: its transport in wsdl:binding "binding" is "http://schemas.xmlsoap.org/soap/smtp", not SOAP over HTTP',
    },
    'no service': {
      given: `¦${wsdl().replace(/<wsdl:service[\s\S]*<\/wsdl:service>/, '')}`,
      wanted: 'wsdl:definitions: has no wsdl:service',
    },
    'no port': {
      given: wsdl({ ports: ' ' }).replace('<wsdl:service', '¦<wsdl:service'),
      wanted: 'wsdl:service "S": has no wsdl:port',
    },
    'a port that is asked for and not there': {
      given: wsdl().replace('<wsdl:service', '¦<wsdl:service'),
      port: 'other',
      wanted: 'wsdl:service "S": there is no port "other"',
    },
    'two ports to choose from': {
      given: {
        ports: '<wsdl:port name="a" binding="tns:binding"/>\n¦<wsdl:port name="b" binding="tns:binding"/>',
      },
      wanted: 'wsdl:port "b": more than one port is bound to SOAP 1.1 (a, b): select one with --port',
    },
    'two ports of one name': {
      given: {
        ports:
          '<wsdl:port name="a" binding="tns:binding"/></wsdl:service><wsdl:service name="T">¦<wsdl:port name="a" binding="tns:binding"/>',
      },
      port: 'a',
      wanted: 'wsdl:port "a": more than one port is bound to SOAP 1.1 (a, a): they have the same name',
    },
    'a missing binding': {
      given: { ports: '¦<wsdl:port name="a" binding="tns:other"/>' },
      wanted: 'wsdl:port "a": its wsdl:binding "{urn:t}other" is not defined',
    },
    'a missing port type': {
      given: wsdl().replace(
        '<wsdl:binding name="binding" type="tns:type"',
        '¦<wsdl:binding name="binding" type="tns:types"',
      ),
      wanted: 'wsdl:binding "binding": its wsdl:portType "{urn:t}types" is not defined',
    },
  });
});
