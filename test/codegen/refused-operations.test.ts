import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { BODY, wsdl } from './given.js';

const PART = (attributes: string) => `<wsdl:part name="p" ${attributes}/>`;

describe('operations that are not request and response are refused at their place', () => {
  expectRefusals({
    'a missing message': {
      given: { messages: '¦<wsdl:input message="tns:inn"/><wsdl:output message="tns:out"/>' },
      wanted: 'wsdl:input: its wsdl:message "{urn:t}inn" is not defined',
    },
    'a part by element': {
      given: { input: `\n\n ¦${PART('element="tns:e"')}` },
      wanted: 'wsdl:part "p": element= belongs to document style; an RPC part has type=',
    },
    'a part without a type': {
      given: { input: `¦${PART('')}` },
      wanted: 'wsdl:part "p": has no type',
    },
    'a part that stands twice': {
      given: { input: `${PART('type="xsd:int"')}¦${PART('type="xsd:int"')}` },
      wanted: 'wsdl:part "p": a second part of this name',
    },
    'a one-way operation': {
      given: wsdl({ messages: '<wsdl:input message="tns:in"/>' }).replace('<wsdl:operation', '¦<wsdl:operation'),
      wanted: 'wsdl:operation "op": has no wsdl:output: one-way operations are not supported',
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
      wanted: 'wsdl:operation "op": answers before it is asked: solicit-response operations are not supported',
    },
    'an overloaded operation': {
      given: { operations: '¦<wsdl:operation name="op"/>' },
      wanted: 'wsdl:operation "op": a second operation of this name; overloading is not supported',
    },
    'an operation that is not bound': {
      given: {
        operations:
          '¦<wsdl:operation name="two"><wsdl:input message="tns:in"/><wsdl:output message="tns:out"/></wsdl:operation>',
      },
      wanted: 'wsdl:operation "two": its wsdl:binding does not bind it',
    },
    'a bound operation that is not there': {
      given: { bound: '¦<wsdl:operation name="two"/>' },
      wanted: 'wsdl:operation "two": its wsdl:portType has no such operation',
    },
    'a message that is defined twice': {
      given: { top: '<wsdl:message name="m"/>¦<wsdl:message name="m"/>' },
      wanted: 'wsdl:message "m": is defined twice',
    },
    'a binding that is defined twice': {
      given: { top: '<wsdl:binding name="b"/>¦<wsdl:binding name="b"/>' },
      wanted: 'wsdl:binding "b": is defined twice',
    },
    'two operations that TypeScript cannot tell apart': {
      given: {
        operations: `<wsdl:operation name="a-b"><wsdl:input message="tns:in"/><wsdl:output message="tns:out"/></wsdl:operation>
        ¦<wsdl:operation name="a.b"><wsdl:input message="tns:in"/><wsdl:output message="tns:out"/></wsdl:operation>`,
        bound: ['a-b', 'a.b']
          .map(
            (name) =>
              `<wsdl:operation name="${name}"><wsdl:input>${BODY}</wsdl:input><wsdl:output>${BODY}</wsdl:output></wsdl:operation>`,
          )
          .join(''),
      },
      wanted: 'wsdl:operation "a.b": its name in TypeScript, a_b, is taken by wsdl:operation "a-b"',
    },
  });
});
