import type { Failure } from './drive.js';
import refused from './refused.json' with { type: 'json' };
import warnings from './warnings.json' with { type: 'json' };

/** Documents that the generator rejects, with its error messages. */
export const REFUSED: Readonly<Record<string, string>> = refused;

/** Constructs that the generator skips or approximates. */
export const WARNINGS: Readonly<Record<string, readonly string[]>> = warnings;

interface Known {
  readonly what: Failure['what'];
  readonly why: string;
}

const PHP_BASE64 = {
  what: 'error',
  why: 'PHP takes SOAP-ENC:base64 for text, and no bytes that are not UTF-8 for that',
} as const;
const SAME_NAME = { what: 'error', why: 'PHP keeps one operation of a name, of whichever port' } as const;
const NO_FIELDS = { what: 'request', why: 'PHP reads a struct of a type without fields as an empty text' } as const;
const SPACE_IN_NAME = { what: 'error', why: 'PHP keeps the space at the end of the name of a field' } as const;
const NO_END = {
  what: 'error',
  why: 'PHP makes no struct without a field that is required, though it ends nowhere',
} as const;
const DECLARED_MAP = { what: 'response', why: 'what is declared as Map is one in PHP, whatever it is given' } as const;
const GROUPS = { what: 'request', why: 'PHP takes a list by reference for one element' } as const;
const REPEATED = { what: 'response', why: 'PHP takes a list by its group for one element' } as const;
const EARLY_INT = {
  what: 'request',
  why: 'PHP reads a restriction of the int of 1999 as text, unless told better',
} as const;
const ATTRIBUTES = { why: 'PHP knows no attributes of a type without a name' } as const;

const RUBY = 'ruby-soap4r/usr/share/rubygems-integration/all/gems/soap4r-ruby1.9-2.0.5/sample';

/** The known failures of the operations of a document. */
export const KNOWN_FAILURES: Readonly<Record<string, Readonly<Record<string, Known>>>> = {
  'axis/samples/echo/InteropTest.wsdl': { echoMap: DECLARED_MAP, echoMapArray: DECLARED_MAP },
  'axis/test/wsdl/arrays/ArrayTest.wsdl': {
    getPersonalInfoFromName: {
      what: 'response',
      why: 'what is declared as an array is one in PHP, whatever it is given',
    },
    getPetsFromName: { what: 'response', why: 'PHP says the declared type, apachesoap:Vector, of what it is given' },
  },
  'axis/test/wsdl/marrays/MArrayTest.wsdl': { testMapFooArray: DECLARED_MAP },
  'axis/test/wsdl/refattr/refattr.wsdl': { test: GROUPS },
  'php8.2/ext/soap/tests/bugs/bug37083.wsdl': { search: DECLARED_MAP },
  'php8.2/ext/soap/tests/bugs/bug27742.wsdl': { download: REPEATED },
  'php8.2/ext/soap/tests/interop/Round3/GroupE/round3_groupE_list.wsdl': { echoLinkedList: NO_END },
  [`${RUBY}/howto/wsdl_hash/hash.wsdl`]: { hash: DECLARED_MAP },
  [`${RUBY}/showcase/wsdl/raa2.4/raa.wsdl`]: {
    tree_by_category: DECLARED_MAP,
    search: DECLARED_MAP,
  },
  [`${RUBY}/showcase/wsdl/rnn/rnn-hash.wsdl`]: {
    list: DECLARED_MAP,
    recent_articles: DECLARED_MAP,
    recent_comments: DECLARED_MAP,
    topics: DECLARED_MAP,
  },
  'axis/test/wsdl/clash/clash.wsdl#nonSharedName': { sharedName: SAME_NAME },
  'axis/test/wsdl/clash/clash.wsdl#anotherNonSharedName': { sharedName: SAME_NAME },
  'axis/test/wsdl/echo2/echo2.wsdl': { echoMyBase64Bean: PHP_BASE64, echoArrayOfMyBase64Bean: PHP_BASE64 },
  'axis/test/wsdl/types/ComprehensiveTypes.wsdl': {
    allPrimitivesInout: PHP_BASE64,
    allPrimitivesOut: PHP_BASE64,
    complexWComplexIn: { what: 'request', ...ATTRIBUTES },
    complexWComplexInout: { what: 'request', ...ATTRIBUTES },
    complexWComplexOut: { what: 'response', ...ATTRIBUTES },
    complexWComplexReturn: { what: 'response', ...ATTRIBUTES },
    enumIntIn: EARLY_INT,
    enumIntInout: EARLY_INT,
    emptyComplexTypeIn: NO_FIELDS,
    emptyComplexTypeInout: NO_FIELDS,
  },
  'axis/test/wsdl/marshall/marshall.wsdl': {
    ArrayOfsoapencbase64: PHP_BASE64,
    ArrayOfsoapencbase64Unbounded: PHP_BASE64,
  },
  'soap/test/wsdl/strict/EVacSyncService_SPClient.wsdl': {
    eOrderRelationUpdateNotify: SPACE_IN_NAME,
    eMemOrderRelationUpdateNotify: SPACE_IN_NAME,
  },
};
