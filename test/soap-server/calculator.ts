import {
  type CallOptions,
  caller,
  int,
  type Operation,
  operation,
  type Service,
  type StubOptions,
  service,
  string,
} from '../../src/soap/index.js';

interface AddInput {
  readonly a: number | null;
  readonly b: number | null;
  readonly token: string | null;
}

interface AddOutput {
  readonly sum?: number | null | undefined;
  readonly remark?: string | null | undefined;
}

const add: Operation<AddInput, AddOutput> = operation({
  name: 'add',
  namespace: 'urn:calculator',
  soapAction: 'urn:calculator#add',
  input: { a: int, b: int, token: string },
  output: { sum: int, remark: string },
});

const forget: Operation<object, object> = operation({
  name: 'forget',
  namespace: 'urn:calculator',
  soapAction: 'urn:calculator#forget',
  input: {},
  output: {},
});

/** A service that is used in these tests only. */
export const Calculator: Service<{ add: typeof add; forget: typeof forget }> = service({
  name: 'Calculator',
  namespaces: { ns1: 'urn:calculator' },
  operations: { add, forget },
});

/** Its stub, as the generator would write it. */
export class CalculatorStub {
  readonly #caller: ReturnType<typeof caller>;

  constructor(options: StubOptions) {
    this.#caller = caller(Calculator, options);
  }

  add(input: AddInput, options?: CallOptions): Promise<AddOutput> {
    return this.#caller(add, input, options);
  }

  forget(): Promise<object> {
    return this.#caller(forget, {});
  }
}
