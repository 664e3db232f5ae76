import type { FaultDetail } from '../../../src/errors/errors.js';

/** A call of a suite: the input and the expected result. */
export interface Call {
  readonly operation: string;
  readonly input: object;
  readonly output?: object;
  /** The detail of the expected Fault, instead of a result. */
  readonly fault?: FaultDetail;
}

/** A WSDL of the suites, with the file of its PHP server. */
export interface Suite {
  readonly name: string;
  /** Below `ext/soap/tests/interop/` of PHP's source, without `.wsdl` and `.inc`. */
  readonly path: string;
  readonly calls: readonly Call[];
}

const echoes = (operation: string, [given, returned]: readonly [string, string], ...values: unknown[]): Call[] =>
  values.map((value) => ({ operation, input: { [given]: value }, output: { [returned]: value } }));

const bytes = (text: string): Buffer => Buffer.from(text, 'utf8');
const struct = { varString: 'arg', varInt: 34, varFloat: 325.325 };
const edges = { varString: ' <&>"\' \n żółć 😀 ]]>', varInt: -2_147_483_648, varFloat: -1e-300 };
const texts = ['Hello World!', '', null, '>,<,&,",\',\\,\n', 'ỗÈéóÒ₧⅜ỗỸ', ' \t\r\n x \u0085\u2028', '😀'];

/** The decoded form of {@link texts}: a nil list is empty. */
const array = (
  operation: string,
  [given, returned]: readonly [string, string],
  ...values: readonly unknown[][]
): Call[] => [
  ...echoes(operation, [given, returned], ...values),
  { operation, input: { [given]: null }, output: { [returned]: [] } },
];

const BASE: readonly Call[] = [
  ...echoes('echoString', ['inputString', 'outputString'], ...texts),
  ...array(
    'echoStringArray',
    ['inputStringArray', 'outputStringArray'],
    ['good', 'bad'],
    ['good'],
    [],
    ['', null, ' '],
  ),
  ...echoes('echoInteger', ['inputInteger', 'outputInteger'], 34_345, 0, -1, 2_147_483_647, -2_147_483_648, null),
  ...array('echoIntegerArray', ['inputIntegerArray', 'outputIntegerArray'], [1, 234_324_324, 2], []),
  ...echoes('echoFloat', ['inputFloat', 'outputFloat'], 342.23, 0, -0.1, 1e21, 5e-324, Infinity, -Infinity, NaN, null),
  ...array('echoFloatArray', ['inputFloatArray', 'outputFloatArray'], [1.3223, 34.2, 325.325], []),
  ...echoes('echoStruct', ['inputStruct', 'outputStruct'], struct, edges, null),
  ...array('echoStructArray', ['inputStructArray', 'outputStructArray'], [struct, struct], [edges, null], []),
  { operation: 'echoVoid', input: {}, output: {} },
  ...echoes('echoBase64', ['inputBase64', 'outputBase64'], bytes('Nebraska'), bytes(''), Buffer.from([0, 255, 10, 13])),
  ...echoes('echoHexBinary', ['inputHexBinary', 'outputHexBinary'], bytes('soapx4'), bytes(''), Buffer.from([0, 255])),
  ...echoes('echoDecimal', ['inputDecimal', 'outputDecimal'], '12345.67890', '-123456789012345678901234567890.5', '0'),
  ...echoes('echoDate', ['inputDate', 'outputDate'], '2001-05-24T17:31:41Z', '2026-11-24T00:00:00.123456+02:00'),
  ...echoes('echoBoolean', ['inputBoolean', 'outputBoolean'], true, false, null),
];

const nested = { ...struct, varStruct: { varString: 'arg2', varInt: 342, varFloat: 123.452 } };
const GROUP_B: readonly Call[] = [
  ...[struct, edges].map((each) => ({
    operation: 'echoStructAsSimpleTypes',
    input: { inputStruct: each },
    output: { outputString: each.varString, outputInteger: each.varInt, outputFloat: each.varFloat },
  })),
  ...[struct, edges].map((each) => ({
    operation: 'echoSimpleTypesAsStruct',
    input: { inputString: each.varString, inputInteger: each.varInt, inputFloat: each.varFloat },
    output: { return: each },
  })),
  ...echoes(
    'echo2DStringArray',
    ['input2DStringArray', 'return'],
    [
      ['row0col0', 'row0col1', 'row0col2'],
      ['row1col0', 'row1col1', 'row1col2'],
    ],
    [['only']],
  ),
  ...echoes('echoNestedStruct', ['inputStruct', 'return'], nested),
  ...echoes(
    'echoNestedArray',
    ['inputStruct', 'return'],
    { ...struct, varArray: ['red', 'blue', 'green'] },
    { ...edges, varArray: [] },
  ),
];

const [first, second, third] = [1, 2, 3].map((varInt) => ({ varString: `arg${varInt}`, varInt }));
const LIST: readonly Call[] = echoes(
  'echoLinkedList',
  ['param0', 'return'],
  { ...first, child: null },
  { ...first, child: { ...second, child: null } },
  { ...first, child: { ...second, child: { ...third, child: null } } },
  null,
);

const RPC_ENCODED: readonly Call[] = [
  ...echoes('echoString', ['param0', 'return'], 'Hello World', ...texts),
  ...array('echoStringArray', ['param0', 'return'], ['one', 'two', 'three'], []),
  ...echoes('echoStruct', ['param0', 'return'], struct, edges),
  { operation: 'echoVoid', input: {}, output: {} },
];

const detailOfStruct = { varString: 'arg', varInt: '34', varFloat: '325.32499999999999' };
const base = { floatMessage: 12.345, shortMessage: 12 };
const extended = { ...base, stringMessage: 'arg', intMessage: -3, anotherIntMessage: 5 };
const more = { ...extended, booleanMessage: true };
const detailOfBase = { floatMessage: '12.345000000000001', shortMessage: '12' };
const detailOfExtended = { ...detailOfBase, stringMessage: 'arg', intMessage: '-3', anotherIntMessage: '5' };
const fails = (operation: string, input: object, fault: FaultDetail): Call => ({ operation, input, fault });

const COMPLEX_FAULTS: readonly Call[] = [
  fails('echoSOAPStructFault', { param: { soapStruct: struct } }, { part1: { soapStruct: detailOfStruct } }),
  fails('echoBaseStructFault', { param: base }, { part2: detailOfBase }),
  fails('echoExtendedStructFault', { param: extended }, { part3: detailOfExtended }),
  ...[1, 2, 3].map((whichFault) =>
    fails(
      'echoMultipleFaults1',
      { whichFault, param1: struct, param2: base },
      whichFault === 2 ? { part2: detailOfBase } : { part1: { soapStruct: detailOfStruct } },
    ),
  ),
  ...[1, 2, 3, 4].map((whichFault) =>
    fails(
      'echoMultipleFaults2',
      { whichFault, param1: base, param2: extended, param3: more },
      whichFault === 2
        ? { part3: detailOfExtended }
        : whichFault === 3
          ? { part4: { ...detailOfExtended, booleanMessage: 'true' } }
          : { part2: detailOfBase },
    ),
  ),
];

const SIMPLE_FAULTS: readonly Call[] = [
  fails('echoEmptyFault', {}, { part1: '' }),
  fails('echoStringFault', { param: 'Hello World' }, { part2: 'Hello World' }),
  fails('echoIntArrayFault', { param: [34, 12] }, { part5: { item: ['34', '12'] } }),
  ...[1, 2, 3, 4].map((whichFault) =>
    fails(
      'echoMultipleFaults1',
      { whichFault, param1: 'Hello world', param2: [12.5, 45, 678] },
      whichFault === 2
        ? { part2: 'Hello world' }
        : whichFault === 3
          ? { part7: { item: ['12.5', '45', '678'] } }
          : { part1: '' },
    ),
  ),
  ...[1, 2, 3, 4].map((whichFault) =>
    fails(
      'echoMultipleFaults2',
      { whichFault, param1: 'Hello World', param2: 12.5, param3: ['one', 'two', 'three'] },
      whichFault === 2
        ? { part2: 'Hello World' }
        : whichFault === 3
          ? { part6: { item: ['one', 'two', 'three'] } }
          : { part4: '12.5' },
    ),
  ),
  ...[1, 2, 3].map((whichFault) =>
    fails(
      'echoMultipleFaults3',
      { whichFault, param1: 'arg1', param2: 'arg2' },
      { part2: whichFault === 2 ? 'arg2' : 'arg1' },
    ),
  ),
  ...[1, 2, 3].map((whichFault) =>
    fails(
      'echoMultipleFaults4',
      { whichFault, param1: 162, param2: 1 },
      whichFault === 2 ? { part9: '1' } : { part3: '162' },
    ),
  ),
];

/** The suites that are RPC/encoded. */
export const SUITES: readonly Suite[] = [
  { name: 'Round 2 base', path: 'Round2/Base/round2_base', calls: BASE },
  { name: 'Round 2 B', path: 'Round2/GroupB/round2_groupB', calls: GROUP_B },
  {
    name: 'Round 3 D, empty soapAction',
    path: 'Round3/GroupD/round3_groupD_emptysa',
    calls: echoes('echoString', ['a', 'Result'], 'Hello World', ...texts),
  },
  {
    name: 'Round 3 D, import 1',
    path: 'Round3/GroupD/round3_groupD_import1',
    calls: echoes('echoString', ['x', 'Result'], 'Hello World', ...texts),
  },
  {
    name: 'Round 3 D, import 2',
    path: 'Round3/GroupD/round3_groupD_import2',
    calls: echoes('echoStruct', ['inputStruct', 'Result'], struct, edges),
  },
  {
    name: 'Round 3 D, import 3',
    path: 'Round3/GroupD/round3_groupD_import3',
    calls: [
      ...echoes('echoStruct', ['inputStruct', 'Result'], struct, edges),
      ...array('echoStructArray', ['inputArray', 'Result'], [struct, struct], [edges, null], []),
    ],
  },
  { name: 'Round 3 D, RPC/encoded', path: 'Round3/GroupD/round3_groupD_rpcenc', calls: RPC_ENCODED },
  { name: 'Round 3 E', path: 'Round3/GroupE/round3_groupE_list', calls: LIST },
  { name: 'Round 4 H, simple faults', path: 'Round4/GroupH/round4_groupH_simple_rpcenc', calls: SIMPLE_FAULTS },
  { name: 'Round 4 H, complex faults', path: 'Round4/GroupH/round4_groupH_complex_rpcenc', calls: COMPLEX_FAULTS },
  {
    name: 'Round 4 H, faults of SOAP itself',
    path: 'Round4/GroupH/round4_groupH_soapfault',
    calls: ['echoVersionMismatchFault', 'echoMustUnderstandFault'].map((operation) => ({
      operation,
      input: {},
      output: {},
    })),
  },
];

/** The suites that are document/literal: the generator must reject them. */
export const DOCUMENT_STYLE: readonly string[] = [
  'Round3/GroupD/round3_groupD_compound1',
  'Round3/GroupD/round3_groupD_compound2',
  'Round3/GroupD/round3_groupD_doclit',
  'Round3/GroupD/round3_groupD_doclitparams',
  'Round3/GroupF/round3_groupF_ext',
  'Round3/GroupF/round3_groupF_extreq',
  'Round3/GroupF/round3_groupF_headers',
  'Round4/GroupG/round4_groupG_dimedoc',
  'Round4/GroupH/round4_groupH_complex_doclit',
  'Round4/GroupH/round4_groupH_simple_doclit',
  'Round4/GroupI/round4_groupI_xsd',
];
