import { describe } from 'vitest';
import { expectRefusals } from './expect-refusals.js';
import { structOf } from './given.js';

const FIELD = '<xsd:element name="f" type="xsd:string"/>';

describe('names that are missing, doubled or taken are refused at their place', () => {
  expectRefusals({
    'a type that is defined twice, and not the same': {
      given: { schema: `${structOf('T', FIELD)}\n¦${structOf('T', '')}` },
      wanted: 'xsd:complexType "T": is defined twice, and not the same',
    },
    'a simple and a complex type of one name': {
      given: {
        schema: `${structOf('T', FIELD)}¦<xsd:simpleType name="T"><xsd:restriction base="xsd:int"/></xsd:simpleType>`,
      },
      wanted: 'xsd:simpleType "T": is defined twice, and not the same',
    },
  });
});
