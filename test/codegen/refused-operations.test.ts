import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { wsdl } from './given.js';

const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;

describe('operations that are not request and response are refused at their place', () => {
  expectRefusals({
    'a missing message': {
      given: { messages: '¦<wsdl:input message="tns:inn"/><wsdl:output message="tns:out"/>' },
      wanted: 'wsdl:input: its wsdl:message "{urn:t}inn" is not defined',
    },
    'a part without a type': {
      given: { input: `¦${PART('')}` },
      wanted: 'wsdl:part "p": has no type',
    },
    'a part that stands twice': {
      given: { input: `${PART('type="xsd:int"')}¦${PART('type="xsd:int"')}` },
      wanted: 'wsdl:part "p": a second part of this name',
    },
    'a notification': {
      given: wsdl({ messages: '<wsdl:output message="tns:out"/>' }).replace('<wsdl:operation', '¦<wsdl:operation'),
      wanted: 'wsdl:operation "op": has no wsdl:input: notifications are not supported',
    },
    'a solicit-response operation': {
      given: wsdl({ messages: '<wsdl:output message="tns:out"/><wsdl:input message="tns:in"/>' }).replace(
        '<wsdl:operation',
        '¦<wsdl:operation',
      ),
      wanted: 'wsdl:operation "op": is a solicit-response operation, which is not supported',
    },
    'a message that is defined twice with different content': {
      given: wsdl({ top: `<wsdl:message name="in">${PART('type="xsd:int"')}</wsdl:message>` }).replace(
        '<wsdl:message name="in"></wsdl:message>',
        '¦$&',
      ),
      wanted: 'wsdl:message "in": is defined twice with different content',
    },
    'a binding that is defined twice with different content': {
      given: wsdl({ top: '<wsdl:binding name="binding" type="tns:type"/>' }).replace(
        /<wsdl:binding name="binding" type="tns:type">/,
        '¦$&',
      ),
      wanted: 'wsdl:binding "binding": is defined twice with different content',
    },
  });
});
