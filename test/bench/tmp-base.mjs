// test/bench/contenders.ts
import { XMLParser } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import * as soap from 'soap';

// src/errors/problem.ts
var Problem = class extends Error {
  name = 'Problem';
  xsdType;
  offset;
  #path = '';
  constructor(reason, details = {}) {
    super(reason);
    this.xsdType = details.xsdType;
    this.offset = details.offset;
  }
  /** Where it happened, outermost first: `arGroups[3].num_count`; empty at the document's own level. */
  get path() {
    return this.#path;
  }
  /** Puts a field name (string) or an array index (number) before the path. */
  prepend(segment) {
    const rest = this.#path === '' || this.#path.startsWith('[') ? this.#path : `.${this.#path}`;
    this.#path = (typeof segment === 'number' ? `[${segment}]` : segment) + rest;
    return this;
  }
};
function at(segment, error) {
  return error instanceof Problem ? error.prepend(segment) : error;
}

// src/soap/codec.ts
function writeElement(codec, name2, value) {
  if (value === void 0) return '';
  return value === null ? `<${name2} xsi:type="${codec.type}" xsi:nil="true"/>` : codec.write(name2, value);
}

// src/xml/tag-variant.ts
var UNIQUE_ATTRIBUTE = /[ \t\r\n](?:href|id)="([^"&<>\t\r\n\u0080-\u00ff]+)"/;
var UNIQUE_VALUE = /^[^"&<>\t\r\n\u0080-\u00ff]+$/;
function variantOf(raw) {
  const match = UNIQUE_ATTRIBUTE.exec(raw);
  if (match === null || raw.includes("'") || raw.includes('""')) return void 0;
  const value = match[1] ?? '';
  const end2 = match.index + match[0].length - 1;
  return { before: raw.slice(0, end2 - value.length), value, after: raw.slice(end2) };
}
function nextVariant(text2, position, { before, after }) {
  if (!text2.startsWith(before, position)) return void 0;
  const start = position + before.length;
  const end2 = text2.indexOf('"', start);
  if (end2 === -1 || !text2.startsWith(after, end2)) return void 0;
  const value = text2.slice(start, end2);
  return UNIQUE_VALUE.test(value) ? value : void 0;
}
function variant(shape, raw, value) {
  const attributes = shape.attributes.map((attribute) =>
    attribute.value === '' && UNIQUE_NAMES.has(attribute.name) ? { ...attribute, value } : attribute,
  );
  return { ...shape, raw, attributes, outer: void 0, next: void 0, shape, note: void 0 };
}
var UNIQUE_NAMES = /* @__PURE__ */ new Set(['href', 'id']);

// src/soap/names.ts
var SOAP_ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
var SOAP_ENCODING = 'http://schemas.xmlsoap.org/soap/encoding/';
var SOAP12_ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope';
var XSI = 'http://www.w3.org/2001/XMLSchema-instance';
var XSD = 'http://www.w3.org/2001/XMLSchema';
var APACHE_SOAP = 'http://xml.apache.org/xml-soap';
var OLD_XSI = ['http://www.w3.org/2000/10/XMLSchema-instance', 'http://www.w3.org/1999/XMLSchema-instance'];
var OLD_XSD = ['http://www.w3.org/2000/10/XMLSchema', 'http://www.w3.org/1999/XMLSchema'];
function isXsi(uri) {
  return uri === XSI || OLD_XSI.includes(uri);
}
function isXsd(uri) {
  return uri === XSD || OLD_XSD.includes(uri);
}

// src/soap/attributes.ts
var NONE = {
  nil: false,
  href: void 0,
  id: void 0,
  root: void 0,
  base64: false,
  map: false,
  offset: void 0,
  position: void 0,
  mustUnderstand: false,
};
function soapAttributes(tag) {
  if (tag.attributes.length === 0) return NONE;
  const noted = tag.note;
  if (noted !== void 0) return noted;
  const made = tag.shape === void 0 ? readAttributes(tag) : filledIn(tag, tag.shape);
  tag.note = made;
  return made;
}
function filledIn({ attributes }, shape) {
  const known = soapAttributes(shape);
  const value = (local) => attributes.find((attribute) => attribute.uri === '' && attribute.local === local)?.value;
  return {
    ...known,
    id: known.id === '' ? value('id') : known.id,
    href: known.href === '' ? value('href') : known.href,
  };
}
function readAttributes(tag) {
  const found = { ...NONE };
  for (const { local, uri, value } of tag.attributes) {
    if (uri === '') {
      if (local === 'href') found.href = value;
      else if (local === 'id') found.id = value;
    } else if (isXsi(uri)) {
      if (local === 'nil' || local === 'null') found.nil = isTrue(value);
      else if (local === 'type') Object.assign(found, announcedType(tag, value));
    } else if (uri === SOAP_ENCODING) {
      if (local === 'root') found.root = value.trim();
      else if (local === 'offset') found.offset = arrayIndex(value);
      else if (local === 'position') found.position = arrayIndex(value);
    } else if (uri === SOAP_ENVELOPE && local === 'mustUnderstand') found.mustUnderstand = isTrue(value);
  }
  return found;
}
function isTrue(value) {
  const word = value.trim();
  return word === 'true' || word === '1';
}
function announcedType(tag, value) {
  if (!/(?:base64|base64Binary|Map)\s*$/.test(value)) return void 0;
  const [first2 = '', second] = value.trim().split(':');
  const local = second ?? first2;
  const uri = tag.scope.lookup(second === void 0 ? '' : first2) ?? '';
  return {
    base64: (isXsd(uri) && local === 'base64Binary') || (uri === SOAP_ENCODING && /^base64(Binary)?$/.test(local)),
    map: uri === APACHE_SOAP && local === 'Map',
  };
}
function arrayIndex(value) {
  const digits = /^\s*\[(\d{1,10})\]\s*$/.exec(value)?.[1];
  if (digits === void 0) throw new Problem('an array index that is not of the form [n]');
  return Number(digits);
}

// src/soap/record-template.ts
var SPACE_ONLY = /^[ \t\r\n]+$/;
var RecordTemplate = class _RecordTemplate {
  #pieces;
  #pattern;
  /** The record with every field that has no text of its own: absent ones, nil ones, empty lists. */
  #blank;
  #value;
  constructor({ markup, texts }, blank) {
    this.#pieces = texts.map((text2, index) => ({ ...text2, length: markup[index]?.length ?? 0 }));
    this.#pattern = new RegExp(markup.map(escapePattern).join('([^<]*)'), 'y');
    this.#blank = blank;
  }
  /** The record that was matched last. */
  get value() {
    return this.#value;
  }
  /**
   * Reads the record at a position of the document, if it has the template's mark-up.
   *
   * @returns the position after it, or -1 when the reader has to read it (also to say what is wrong with it)
   */
  match(source, start) {
    this.#pattern.lastIndex = start;
    const texts = this.#pattern.exec(source.text);
    if (texts === null) return -1;
    const record = this.#blank === void 0 ? void 0 : { ...this.#blank };
    let position = start;
    try {
      for (let index = 0; index < this.#pieces.length; index++) {
        const { length, field: field2, parse } = this.#pieces[index];
        const raw = texts[index + 1];
        position += length;
        const value = parse(source.characters(raw, position));
        position += raw.length;
        if (record === void 0) this.#value = value;
        else if (field2 !== void 0) record[field2] = value;
      }
    } catch (error) {
      if (error instanceof Problem) return -1;
      throw error;
    }
    if (record !== void 0) this.#value = record;
    return this.#pattern.lastIndex;
  }
  /**
   * Learns the template of a record.
   *
   * @param source - the document
   * @param start - of the record's start tag, or of the white space before it
   * @param end - after the record's end tag
   * @param scope - the namespaces in scope outside the record
   * @param codec - with which the record was read
   * @returns `undefined` for a record that has more to it than tags and texts
   */
  static learn(source, start, end2, scope, codec) {
    const tokens = tokensOf(source, start, end2);
    const space = SPACE_ONLY.test(tokens[0] ?? '') ? (tokens.shift() ?? '') : '';
    const opening = tokens.shift() ?? '';
    const outer = scope.recall(opening);
    if (outer === void 0 || outer.selfClosing || !isPlain(outer)) return void 0;
    return _RecordTemplate.#ofContent(space + opening, tokens, outer.scope, codec);
  }
  /**
   * Learns the template of what stands inside a record, its end tag included.
   *
   * @param start - after the record's start tag
   * @param tag - that start tag, of an element with {@link hasPlainContent}
   */
  static learnContent(source, start, end2, tag, codec) {
    return _RecordTemplate.#ofContent('', tokensOf(source, start, end2), tag.scope, codec);
  }
  static #ofContent(before, tokens, scope, codec) {
    const close = tokens.at(-1);
    if (close === void 0) return void 0;
    const { parse, fields } = codec;
    if (parse !== void 0) {
      if (tokens.length > 2) return void 0;
      return new _RecordTemplate({ markup: [before, close], texts: [{ field: void 0, parse }] }, void 0);
    }
    if (fields === void 0 || fields.hasLists) return void 0;
    const plan = { markup: [], texts: [] };
    const blank = fields.blank();
    let markup = before;
    for (let index = 0; index < tokens.length - 1; ) {
      const token2 = tokens[index++] ?? '';
      markup += token2;
      if (!token2.startsWith('<')) continue;
      const tag = scope.recall(token2);
      if (tag === void 0 || !isPlain(tag, true)) return void 0;
      const field2 = fields.find(tag.local);
      const { nil } = soapAttributes(tag);
      if (nil && field2 !== void 0) blank[field2.name] = null;
      if (tag.selfClosing) {
        if (!nil && field2 !== void 0) return void 0;
        continue;
      }
      if (nil || (field2 !== void 0 && field2.codec.parse === void 0)) return void 0;
      plan.markup.push(markup);
      plan.texts.push({ field: field2?.name, parse: field2?.codec.parse ?? String });
      const next = tokens[index++] ?? '';
      markup = next.startsWith('<') ? next : (tokens[index++] ?? '');
      if (!markup.startsWith('</')) return void 0;
    }
    plan.markup.push(markup + close);
    return new _RecordTemplate(plan, blank);
  }
};
var MAX_RECORD_LENGTH = 8192;
function tokensOf({ text: text2 }, start, end2) {
  if (end2 - start > MAX_RECORD_LENGTH) return [];
  return text2.slice(start, end2).match(/<[^>]*>|[^<]+/g) ?? [];
}
function escapePattern(text2) {
  return text2.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
function hasPlainContent(tag) {
  const { nil, href, base64, map } = soapAttributes(tag);
  return !(tag.selfClosing || nil || href !== void 0 || base64 || map);
}
function isPlain(tag, mayBeNil = false) {
  const { href, id, base64, map, position, nil } = soapAttributes(tag);
  return href === void 0 && id === void 0 && !base64 && !map && position === void 0 && (mayBeNil || !nil);
}

// src/soap/templates.ts
var MAX_TEMPLATES = 4;
var MAX_MISSES = 16;
var PLAIN_RECORDS = 3;
function mayUseTemplates({ shortcuts = 'all' }) {
  return shortcuts === 'all';
}
var Templates = class {
  /** The template that fitted last comes first. */
  #templates = [];
  #records = 0;
  #hits = 0;
  #misses = 0;
  /** The record that was matched last. */
  get value() {
    return this.#templates[0].value;
  }
  /**
   * Reads the record at a position of the document by one of the templates.
   *
   * @returns the position after it, or -1 when the reader has to read it
   */
  match(source, position) {
    for (let index = 0; index < this.#templates.length; index++) {
      const template = this.#templates[index];
      const end2 = template.match(source, position);
      if (end2 === -1) continue;
      this.#hits += 1;
      if (index > 0) {
        this.#templates.splice(index, 1);
        this.#templates.unshift(template);
      }
      return end2;
    }
    return -1;
  }
  /** Takes note that the reader had to read a record, and learns its template unless that has proved to be in vain. */
  learn(make2) {
    if (this.#misses > MAX_MISSES) return;
    this.#records += 1;
    if (this.#records <= PLAIN_RECORDS) return;
    this.#misses += 1;
    if (this.#misses > MAX_MISSES) {
      if (this.#hits < this.#misses) this.#templates.length = 0;
      return;
    }
    const template = make2();
    if (template === void 0) return;
    this.#templates.unshift(template);
    if (this.#templates.length > MAX_TEMPLATES) this.#templates.pop();
  }
};

// src/soap/items.ts
var ItemReader = class {
  #input;
  #codec;
  #templates;
  /** Items that differ only in what they refer to, when the last one was such an item. */
  #reference;
  #isInside = false;
  #value = null;
  #position;
  /** @param input - inside the array's element */
  constructor(input, codec) {
    this.#input = input;
    this.#codec = codec;
    if (mayUseTemplates(input.limits)) this.#templates = new Templates();
  }
  /** The item that {@link next} read. */
  get value() {
    return this.#value;
  }
  /** Whether reading broke off inside an item, not between two. */
  get isInside() {
    return this.#isInside;
  }
  /** The index that the item itself gives (section 5.4.2.2), if any. */
  get position() {
    return this.#position;
  }
  /**
   * Reads the next item.
   *
   * @returns `false` after the array's end
   */
  next() {
    return this.#matches() || this.#refers() || this.#read();
  }
  #matches() {
    const { xml } = this.#input;
    if (this.#templates === void 0 || xml.isEmpty) return false;
    const end2 = this.#templates.match(xml.source, xml.offset);
    if (end2 === -1) return false;
    xml.advance(end2);
    this.#value = this.#templates.value;
    this.#position = void 0;
    return true;
  }
  /** Reads an item that only refers to its value, like the one before. */
  #refers() {
    const { xml } = this.#input;
    if (this.#reference === void 0 || xml.isEmpty) return false;
    const { before, after } = this.#reference;
    const start = xml.offset;
    const id = nextVariant(xml.source.text, start, this.#reference);
    if (id === void 0) return false;
    xml.advance(start + before.length + id.length + after.length);
    this.#isInside = true;
    this.#value = this.#input.follow(this.#codec, id, start);
    this.#isInside = false;
    this.#position = void 0;
    return true;
  }
  #read() {
    const { xml } = this.#input;
    if (xml.isPartial) xml.mark();
    this.#isInside = false;
    const start = xml.offset;
    const { scope } = xml;
    const tag = xml.nextChild();
    if (tag === void 0) return false;
    this.#position = soapAttributes(tag).position;
    this.#isInside = true;
    this.#value = this.#input.value(this.#codec);
    this.#isInside = false;
    this.#templates?.learn(() => RecordTemplate.learn(xml.source, start, xml.offset, scope, this.#codec));
    this.#reference = this.#templates === void 0 ? void 0 : referenceOf(tag);
    return true;
  }
};
function referenceOf(tag) {
  const { href, id, nil, position } = soapAttributes(tag);
  const isPlain2 = tag.shape !== void 0 && tag.selfClosing && id === void 0 && !nil && position === void 0;
  const parts = isPlain2 && href?.startsWith('#') ? variantOf(tag.raw) : void 0;
  return parts === void 0 ? void 0 : { ...parts, before: `${parts.before}#` };
}

// src/soap/scalars.ts
import { TextDecoder } from 'node:util';

// src/xml/chars.ts
var ASCII_NAME = /^[A-Za-z_:][\w:.-]*$/;
var START =
  ':A-Z_a-z\\u{C0}-\\u{D6}\\u{D8}-\\u{F6}\\u{F8}-\\u{2FF}\\u{370}-\\u{37D}\\u{37F}-\\u{1FFF}\\u{200C}\\u{200D}\\u{2070}-\\u{218F}\\u{2C00}-\\u{2FEF}\\u{3001}-\\u{D7FF}\\u{F900}-\\u{FDCF}\\u{FDF0}-\\u{FFFD}\\u{10000}-\\u{EFFFF}';
var NAME = new RegExp(`^[${START}][${START}\\-.0-9\\u{B7}\\u{300}-\\u{36F}\\u{203F}-\\u{2040}]*$`, 'u');
function isName(text2) {
  return ASCII_NAME.test(text2) || NAME.test(text2);
}
var FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u;
function forbiddenCharacter(text2) {
  const code = FORBIDDEN.exec(text2)?.[0].codePointAt(0);
  return code === void 0 ? void 0 : `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
function isXmlCharacter(code) {
  return (
    (code >= 32 && code <= 55295) ||
    (code >= 57344 && code <= 65533) ||
    (code >= 65536 && code <= 1114111) ||
    code === 9 ||
    code === 10 ||
    code === 13
  );
}

// src/xml/escape.ts
var NEEDS_WORK = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/;
var SPACE_ONLY2 = /^[ \t\n]+$/;
var REFERENCES = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '\r': '&#13;',
};
function escapeText(text2) {
  if (!NEEDS_WORK.test(text2)) return SPACE_ONLY2.test(text2) ? `<![CDATA[${text2}]]>` : text2;
  const forbidden = forbiddenCharacter(text2);
  if (forbidden !== void 0) throw new Problem(`${forbidden} cannot be carried by XML`);
  return text2.replace(/[&<>\r]/g, (character2) => REFERENCES[character2] ?? character2);
}

// src/soap/scalars.ts
function isSpace(code) {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
function collapse(text2) {
  let start = 0;
  let end2 = text2.length;
  while (start < end2 && isSpace(text2.charCodeAt(start))) start += 1;
  while (end2 > start && isSpace(text2.charCodeAt(end2 - 1))) end2 -= 1;
  return end2 - start === text2.length ? text2 : text2.slice(start, end2);
}
function scalar(type, { format, parse }) {
  return {
    type,
    isArray: false,
    parse,
    write: (name2, value) => {
      try {
        return `<${name2} xsi:type="${type}">${format(value)}</${name2}>`;
      } catch (error) {
        throw error instanceof Problem ? new Problem(error.message, { xsdType: type }) : error;
      }
    },
    read: ({ xml }, { base64 }) => {
      const { offset } = xml;
      const text2 = xml.readText();
      try {
        return parse(base64 && isTextual(type) ? textOfBase64(text2) : text2);
      } catch (error) {
        throw error instanceof Problem ? new Problem(error.message, { xsdType: type, offset }) : error;
      }
    },
  };
}
function isTextual(type) {
  return type !== 'xsd:base64Binary' && type !== 'xsd:hexBinary';
}
function text(type, tidy) {
  return scalar(type, {
    format: (value) => {
      if (typeof value !== 'string') throw new Problem('is not a string');
      return escapeText(value);
    },
    parse: tidy,
  });
}
var INTEGER = /^[+-]?\d+$/;
function notInteger(lexical) {
  return new Problem(lexical === '' ? 'is empty, not a whole number' : 'is not a whole number');
}
function inRange(value, min, max) {
  if ((min !== void 0 && value < min) || (max !== void 0 && value > max)) {
    throw new Problem(`is outside ${min ?? '\u2026'} to ${max ?? '\u2026'}`);
  }
  return value;
}
function whole(type, min, max) {
  return scalar(type, {
    format: (value) => {
      if (typeof value !== 'number' || !Number.isInteger(value)) throw new Problem('is not a whole number');
      return String(inRange(value, min, max));
    },
    parse: (raw) => {
      const lexical = collapse(raw);
      if (!INTEGER.test(lexical)) throw notInteger(lexical);
      return inRange(Number(lexical), min, max) + 0;
    },
  });
}
function big(type, min, max) {
  return scalar(type, {
    format: (value) => {
      if (typeof value !== 'bigint') throw new Problem('is not a bigint');
      return String(inRange(value, min, max));
    },
    parse: (raw) => {
      const lexical = collapse(raw);
      if (!INTEGER.test(lexical) || lexical.length > 400) throw notInteger(lexical);
      return inRange(BigInt(lexical.replace('+', '')), min, max);
    },
  });
}
var DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
var SPECIAL_FLOATS = /* @__PURE__ */ new Map([
  ['INF', Number.POSITIVE_INFINITY],
  ['-INF', Number.NEGATIVE_INFINITY],
  ['NaN', Number.NaN],
]);
function floating(type) {
  return scalar(type, {
    format: (value) => {
      if (typeof value !== 'number') throw new Problem('is not a number');
      if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
      return Number.isNaN(value) ? 'NaN' : value > 0 ? 'INF' : '-INF';
    },
    parse: (raw) => {
      const lexical = collapse(raw);
      const special = SPECIAL_FLOATS.get(lexical);
      if (special !== void 0) return special;
      if (!DECIMAL.test(lexical)) throw new Problem(lexical === '' ? 'is empty, not a number' : 'is not a number');
      return Number(lexical);
    },
  });
}
var BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
function bytesOfBase64(raw) {
  const packed = raw.replace(/[ \t\r\n]+/g, '');
  if (packed.length % 4 !== 0 || !BASE64.test(packed)) throw new Problem('is not base64');
  return Buffer.from(packed, 'base64');
}
function textOfBase64(raw) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytesOfBase64(raw));
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('is base64 of something that is not UTF-8 text');
  }
}
function binary(type, encoding, parse) {
  return scalar(type, {
    format: (value) => {
      if (!(value instanceof Uint8Array)) throw new Problem('is not a Uint8Array');
      return Buffer.from(value.buffer, value.byteOffset, value.length).toString(encoding);
    },
    parse,
  });
}
var keep = (value) => value;
var collapseWords = (value) => collapse(value).replace(/[ \t\r\n]+/g, ' ');
var string = text('xsd:string', keep);
var normalizedString = text('xsd:normalizedString', (value) => value.replace(/[\t\r\n]/g, ' '));
var token = text('xsd:token', collapseWords);
var anyURI = text('xsd:anyURI', collapseWords);
var QName = text('xsd:QName', collapseWords);
var decimal = text('xsd:decimal', collapseWords);
var dateTime = text('xsd:dateTime', collapseWords);
var date = text('xsd:date', collapseWords);
var time = text('xsd:time', collapseWords);
var duration = text('xsd:duration', collapseWords);
var int = whole('xsd:int', -2147483648, 2147483647);
var short = whole('xsd:short', -32768, 32767);
var byte = whole('xsd:byte', -128, 127);
var unsignedInt = whole('xsd:unsignedInt', 0, 4294967295);
var unsignedShort = whole('xsd:unsignedShort', 0, 65535);
var unsignedByte = whole('xsd:unsignedByte', 0, 255);
var long = big('xsd:long', -(2n ** 63n), 2n ** 63n - 1n);
var unsignedLong = big('xsd:unsignedLong', 0n, 2n ** 64n - 1n);
var integer = big('xsd:integer');
var nonNegativeInteger = big('xsd:nonNegativeInteger', 0n);
var positiveInteger = big('xsd:positiveInteger', 1n);
var nonPositiveInteger = big('xsd:nonPositiveInteger', void 0, 0n);
var negativeInteger = big('xsd:negativeInteger', void 0, -1n);
var float = floating('xsd:float');
var double = floating('xsd:double');
var boolean = scalar('xsd:boolean', {
  format: (value) => {
    if (typeof value !== 'boolean') throw new Problem('is not a boolean');
    return String(value);
  },
  parse: (raw) => {
    const lexical = collapse(raw);
    if (!/^(?:true|false|0|1)$/.test(lexical)) throw new Problem('is not a boolean');
    return lexical === 'true' || lexical === '1';
  },
});
var base64Binary = binary('xsd:base64Binary', 'base64', bytesOfBase64);
var hexBinary = binary('xsd:hexBinary', 'hex', (raw) => {
  const lexical = collapse(raw);
  if (!/^(?:[0-9a-fA-F]{2})*$/.test(lexical)) throw new Problem('is not hexadecimal');
  return Buffer.from(lexical, 'hex');
});

// src/soap/map.ts
function eachMapEntry(input, readValue) {
  const { xml } = input;
  while (xml.nextChild() !== void 0) {
    let key = null;
    let value;
    for (let tag = xml.nextChild(); tag !== void 0; tag = xml.nextChild()) {
      if (tag.local === 'key') key = input.value(string);
      else {
        if (tag.local === 'value') value = xml.bookmark();
        xml.skip();
      }
    }
    if (key === null || value === void 0) input.xml.fail('an entry of a Map without key or value');
    const name2 = key;
    xml.visit(value, () => readValue(name2));
  }
}

// src/soap/array.ts
function array(type, item) {
  return {
    type,
    isArray: true,
    item,
    write: (name2, values) => {
      if (!Array.isArray(values)) throw new Problem('is not an array');
      let items = '';
      let index = 0;
      try {
        for (; index < values.length; index++) {
          const value = values[index];
          if (value === void 0) throw new Problem('is missing');
          items += writeElement(item, 'item', value);
        }
      } catch (error) {
        throw at(index, error);
      }
      return `<${name2} SOAP-ENC:arrayType="${item.type}[${values.length}]" xsi:type="${type}">${items}</${name2}>`;
    },
    read: (input, attributes) => {
      const items = [];
      if (attributes.map) {
        eachMapEntry(input, () => {
          if (items.length >= input.limits.maxArrayItems) tooMany(input);
          items.push(input.value(item));
        });
        return items;
      }
      const reader = new ItemReader(input, item);
      const placed = /* @__PURE__ */ new Set();
      let next = attributes.offset ?? 0;
      try {
        while (reader.next()) {
          next = reader.position ?? next;
          if (next !== items.length || placed.size > 0) makeRoom(input, item, items, next, placed);
          if (next >= input.limits.maxArrayItems) tooMany(input);
          items[next] = reader.value;
          next += 1;
        }
      } catch (error) {
        throw reader.isInside ? at(reader.position ?? next, error) : error;
      }
      return items;
    },
  };
}
function makeRoom(input, item, items, index, placed) {
  if (placed.size === 0) for (let before = 0; before < items.length; before++) placed.add(before);
  if (placed.size === placed.add(index).size) input.xml.fail('an array position that stands twice');
  input.leaveOut(Math.max(0, index - items.length));
  while (items.length < index) items.push(item.isArray ? [] : null);
}
function tooMany({ xml, limits }) {
  throw new Problem(`more than ${limits.maxArrayItems} items in one array`, { offset: xml.offset });
}

// src/xml/references.ts
var PREDEFINED = /* @__PURE__ */ new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
var NUMERIC = /^#(?:x([0-9a-fA-F]+)|([0-9]+))$/;
function expandReferences(text2, offset) {
  let expanded = '';
  let from = 0;
  for (let start = text2.indexOf('&'); start !== -1; start = text2.indexOf('&', from)) {
    const end2 = text2.indexOf(';', start);
    const name2 = end2 === -1 ? '' : text2.slice(start + 1, end2);
    expanded += text2.slice(from, start) + (PREDEFINED.get(name2) ?? character(name2, offset));
    from = end2 + 1;
  }
  return expanded + text2.slice(from);
}
function character(name2, offset) {
  const digits = NUMERIC.exec(name2);
  if (digits === null) throw new Problem('"&" begins no reference that XML knows', { offset });
  const [, hex, decimal2 = ''] = digits;
  const code = hex === void 0 ? Number.parseInt(decimal2, 10) : Number.parseInt(hex, 16);
  if (!isXmlCharacter(code)) throw new Problem('a reference to a character that XML cannot carry', { offset });
  return String.fromCodePoint(code);
}

// src/xml/start-tag.ts
var XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
var XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
var MAX_TAGS = 1024;
var Scope = class _Scope {
  /** Tags already parsed in this scope, by their raw text. */
  #memo = /* @__PURE__ */ new Map();
  #parent;
  #own;
  /** Shared by all scopes of one root: it is their memory together that has to stay small. */
  #usage;
  constructor(parent, own, usage) {
    this.#parent = parent;
    this.#own = own;
    this.#usage = usage;
  }
  /** The scope outside the root element. */
  static root() {
    return new _Scope(void 0, /* @__PURE__ */ new Map([['xml', XML_NAMESPACE]]), { tags: 0 });
  }
  /** The scope inside an element that declares prefixes. */
  with(own) {
    return new _Scope(this, own, this.#usage);
  }
  /** The namespace bound to a prefix; `undefined` where it is not bound. */
  lookup(prefix) {
    for (let scope = this; scope !== void 0; scope = scope.#parent) {
      const uri = scope.#own.get(prefix);
      if (uri !== void 0) return uri;
    }
    return void 0;
  }
  /** How many tags are remembered, here and in all scopes of the same root. */
  get remembered() {
    return this.#usage.tags;
  }
  /** Whether another tag can be remembered. */
  get hasRoom() {
    return this.#usage.tags < MAX_TAGS;
  }
  /** The tag of this raw text, if it was met here before. */
  recall(raw) {
    return this.#memo.get(raw);
  }
  /** Remembers a tag. Its strings must not be slices of a document, or they would keep it in memory. */
  remember(tag) {
    tag.outer = this;
    this.#memo.set(tag.raw, tag);
    this.#usage.tags += 1;
  }
};
var Names = class {
  #few = [];
  #many;
  get size() {
    return this.#many?.size ?? this.#few.length;
  }
  /** @returns `false` when the name is there already */
  add(name2) {
    if (this.#many !== void 0) return this.#many.size !== this.#many.add(name2).size;
    if (this.#few.includes(name2)) return false;
    this.#few.push(name2);
    if (this.#few.length > 8) this.#many = new Set(this.#few);
    return true;
  }
};
var NAME2 = /[^ \t\r\n/>=<"'&]+/y;
var ATTRIBUTE = /[ \t\r\n]+([^ \t\r\n/>=<"'&]+)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<]*)"|'([^'<]*)')/y;
var CLOSE = /[ \t\r\n]*(\/?)>/y;
function parseStartTag(text2, position, scope, maxAttributes) {
  NAME2.lastIndex = position + 1;
  const rawName = NAME2.exec(text2)?.[0];
  if (rawName === void 0) throw new Problem('"<" begins no tag', { offset: position });
  const name2 = checkedName(rawName, position);
  let end2 = NAME2.lastIndex;
  const written = [];
  let names;
  let declared;
  for (;;) {
    ATTRIBUTE.lastIndex = end2;
    const match = ATTRIBUTE.exec(text2);
    if (match === null) break;
    const attribute = checkedName(match[1] ?? '', end2);
    const value = attributeValue(decodeLatin1(match[2] ?? match[3] ?? ''), end2);
    names ??= new Names();
    if (!names.add(attribute)) throw new Problem('an attribute stands twice in one tag', { offset: end2 });
    if (names.size > maxAttributes) {
      throw new Problem(`more than ${maxAttributes} attributes in one tag`, { offset: end2 });
    }
    if (attribute === 'xmlns' || attribute.startsWith('xmlns:')) {
      const prefix = attribute.slice(6);
      declared ??= /* @__PURE__ */ new Map();
      if (attribute.endsWith(':')) throw new Problem('a namespace prefix without a name', { offset: end2 });
      declared.set(prefix, checkedBinding(prefix, value, end2));
    } else written.push({ name: attribute, value, offset: end2 });
    end2 = ATTRIBUTE.lastIndex;
  }
  CLOSE.lastIndex = end2;
  const close = CLOSE.exec(text2);
  if (close === null) throw new Problem('the tag is not well-formed', { offset: end2 });
  const inner = declared === void 0 ? scope : scope.with(declared);
  return {
    rawName,
    ...resolve(name2, inner, inner.lookup('') ?? '', position),
    attributes: resolveAttributes(written, inner),
    selfClosing: close[1] === '/',
    scope: inner,
    raw: text2.slice(position, CLOSE.lastIndex),
    outer: void 0,
    next: void 0,
    shape: void 0,
    note: void 0,
  };
}
function resolveAttributes(written, scope) {
  let expanded;
  return written.map(({ name: name2, value, offset }) => {
    const { local, uri } = resolve(name2, scope, '', offset);
    if (uri !== '' && written.length > 1) {
      expanded ??= new Names();
      if (!expanded.add(`${uri} ${local}`)) {
        throw new Problem('an attribute stands twice in one tag, by its namespace', { offset });
      }
    }
    return { name: name2, local, uri, value };
  });
}
function checkedName(raw, offset) {
  const name2 = decodeLatin1(raw);
  if (!isName(name2)) throw new Problem('not an XML name', { offset });
  return name2;
}
var NOT_ASCII = /[\u0080-\u00ff]/;
function decodeLatin1(raw) {
  return NOT_ASCII.test(raw) ? Buffer.from(raw, 'latin1').toString('utf8') : raw;
}
function attributeValue(raw, offset) {
  const spaced = /[\t\r\n]/.test(raw) ? raw.replace(/\r\n|[\t\r\n]/g, ' ') : raw;
  return spaced.includes('&') ? expandReferences(spaced, offset) : spaced;
}
function checkedBinding(prefix, uri, offset) {
  const reserved =
    prefix === 'xmlns' ||
    uri === XMLNS_NAMESPACE ||
    (prefix === 'xml') !== (uri === XML_NAMESPACE) ||
    (prefix !== '' && uri === '') ||
    prefix.includes(':') ||
    (prefix !== '' && !isName(prefix));
  if (reserved) throw new Problem('a namespace declaration that Namespaces in XML forbids', { offset });
  return uri;
}
function resolve(name2, scope, defaultUri, offset) {
  const colon = name2.indexOf(':');
  if (colon === -1) return { local: name2, uri: defaultUri };
  const local = name2.slice(colon + 1);
  if (colon === 0 || !isName(local) || local.includes(':')) {
    throw new Problem('not a qualified name (Namespaces in XML section 4)', { offset });
  }
  const uri = scope.lookup(name2.slice(0, colon));
  if (uri === void 0) throw new Problem('a namespace prefix is not bound', { offset });
  return { local, uri };
}

// src/xml/charset.ts
import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder as TextDecoder2 } from 'node:util';

var DECLARATION = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;
var HEAD_BYTES = 256;
function charsetOf(head, transportCharset) {
  if (head[0] === 239 && head[1] === 187 && head[2] === 191) return { name: 'utf-8', markBytes: 3 };
  if (head[0] === 255 && head[1] === 254) return { name: 'utf-16le', markBytes: 2 };
  if (head[0] === 254 && head[1] === 255) return { name: 'utf-16be', markBytes: 2 };
  const name2 = transportCharset ?? DECLARATION.exec(latin1(head.subarray(0, HEAD_BYTES)))?.[1] ?? 'utf-8';
  return { name: name2.toLowerCase(), markBytes: 0 };
}
var NOTHING = new Uint8Array();
function recoderFor(name2) {
  switch (name2) {
    case 'utf-8':
    case 'utf8':
      return utf8Recoder();
    case 'us-ascii':
    case 'ascii':
      return { push: checkedAscii, end: () => NOTHING };
    case 'iso-8859-1':
    case 'latin1':
      return { push: (piece) => Buffer.from(latin1(piece), 'utf8'), end: () => NOTHING };
    default:
      return otherRecoder(name2);
  }
}
function utf8Recoder() {
  let rest = NOTHING;
  return {
    push: (piece) => {
      const joined = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const whole2 = joined.subarray(0, endOfWholeLetters(joined));
      rest = joined.subarray(whole2.length);
      return checkedUtf8(whole2);
    },
    end: () => {
      if (rest.length > 0) throw new Problem('the bytes are not valid UTF-8');
      return NOTHING;
    },
  };
}
function endOfWholeLetters(bytes) {
  const { length } = bytes;
  for (let back = 1; back <= Math.min(3, length); back++) {
    const byte2 = bytes[length - back] ?? 0;
    if (byte2 < 128) return length;
    if (byte2 >= 192) {
      const needed = byte2 >= 240 ? 4 : byte2 >= 224 ? 3 : 2;
      return needed > back ? length - back : length;
    }
  }
  return length;
}
function checkedUtf8(piece) {
  if (!isUtf8(piece)) throw new Problem('the bytes are not valid UTF-8');
  return piece;
}
function checkedAscii(piece) {
  if (!isAscii(piece)) throw new Problem('the bytes are not valid US-ASCII');
  return piece;
}
function otherRecoder(name2) {
  let decoder;
  try {
    decoder = new TextDecoder2(name2, { fatal: true });
  } catch {
    throw new Problem(`the charset "${name2.slice(0, 40)}" is not supported`);
  }
  const decode = (piece, stream) => {
    try {
      return Buffer.from(decoder.decode(piece, { stream }), 'utf8');
    } catch {
      throw new Problem(`the bytes are not valid ${name2}`);
    }
  };
  return { push: (piece) => decode(piece, true), end: () => decode(NOTHING, false) };
}
function toUtf8(bytes, transportCharset) {
  const { name: name2, markBytes } = charsetOf(bytes, transportCharset);
  const document = markBytes === 0 ? bytes : bytes.subarray(markBytes);
  if (name2 === 'utf-8') return checkedUtf8(document);
  const recoder = recoderFor(name2);
  const whole2 = recoder.push(document);
  const rest = recoder.end();
  return rest.length === 0 ? whole2 : Buffer.concat([whole2, rest]);
}
function latin1(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

// src/xml/source.ts
import { isAscii as isAscii2 } from 'node:buffer';

var FORBIDDEN2 = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]|\u00ef\u00bf[\u00be\u00bf]/;
var MAX_COPIED_BY_ENGINE = 12;
var NOT_ASCII2 = /[\u0080-\u00ff]/;
var XmlSource = class {
  text;
  /** The outermost namespace scope; shared by all readers of the source, and with it their memo of tags. */
  scope;
  /** Whether the document goes on after this piece. */
  isPartial;
  #bytes;
  #ascii;
  #hasReferences;
  #hasCarriageReturns;
  #hasCdataEnds;
  /**
   * @param bytes - valid UTF-8 without a byte order mark
   * @param isPartial - more follows; texts are then copied, so that none keeps the whole piece in memory
   * @param scope - the outermost scope of the piece before
   * @throws Problem when the document has a character that XML 1.0 forbids
   */
  constructor(bytes, isPartial = false, scope = Scope.root()) {
    this.isPartial = isPartial;
    this.scope = scope;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.text = this.#bytes.latin1Slice(0, bytes.length);
    this.#ascii = isAscii2(bytes);
    this.#hasReferences = this.text.includes('&');
    this.#hasCarriageReturns = this.text.includes('\r');
    this.#hasCdataEnds = this.text.includes(']]>');
    const forbidden = FORBIDDEN2.exec(this.text);
    if (forbidden !== null) {
      throw new Problem('a character that XML cannot carry', { offset: forbidden.index });
    }
  }
  /**
   * The text of a slice as it was meant: decoded, with line ends as XML 1.0 section 2.11 wants them.
   *
   * @param raw - the slice
   * @param start - where it begins
   */
  decode(raw, start) {
    const end2 = start + raw.length;
    const decoded2 =
      this.#ascii || !NOT_ASCII2.test(raw) ? this.#kept(raw, start, end2) : this.#bytes.utf8Slice(start, end2);
    return this.#hasCarriageReturns ? decoded2.replace(/\r\n?/g, '\n') : decoded2;
  }
  /** A slice of a string keeps the string alive, unless it is so short that the engine copies it. */
  #kept(raw, start, end2) {
    return this.isPartial && raw.length > MAX_COPIED_BY_ENGINE ? this.#bytes.latin1Slice(start, end2) : raw;
  }
  /** Character data: {@link decode} and the references in it. */
  characters(raw, start) {
    const text2 = this.decode(raw, start);
    if (this.#hasCdataEnds && text2.includes(']]>')) {
      throw new Problem('"]]>" stands in character data', { offset: start });
    }
    return this.#hasReferences && text2.includes('&') ? expandReferences(text2, start) : text2;
  }
};

// src/soap/envelope.ts
var HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<SOAP-ENV:Envelope xmlns:SOAP-ENV="${SOAP_ENVELOPE}" xmlns:SOAP-ENC="${SOAP_ENCODING}" xmlns:xsi="${XSI}" xmlns:xsd="${XSD}" SOAP-ENV:encodingStyle="${SOAP_ENCODING}"><SOAP-ENV:Body>`;
var TAIL = '</SOAP-ENV:Body></SOAP-ENV:Envelope>\n';
function envelope(body) {
  return HEAD + body + TAIL;
}
function writeMessage({ declarations, prefixes }, { namespace }, message2, value) {
  const name2 = `${prefixes.get(namespace) ?? 'ns1'}:${message2.wrapper}`;
  return envelope(`<${name2}${declarations}>${message2.writeParts(value)}</${name2}>`);
}
function openEnvelope(xml) {
  if (xml.next() !== 'start') xml.fail('the document has no root element');
  const { local, uri } = xml.tag;
  if (local !== 'Envelope') return 'not-soap';
  if (uri === SOAP_ENVELOPE) return 'soap11';
  return uri === SOAP12_ENVELOPE ? 'soap12' : 'other-version';
}
function openBody(xml, onMustUnderstand) {
  const { uri } = xml.tag;
  for (let tag = xml.nextChild(); tag !== void 0; tag = xml.nextChild()) {
    if (tag.uri === uri && tag.local === 'Body') return;
    if (tag.uri === uri && tag.local === 'Header') {
      for (let header = xml.nextChild(); header !== void 0; header = xml.nextChild()) {
        if (soapAttributes(header).mustUnderstand) onMustUnderstand(header);
        xml.skip();
      }
    } else xml.skip();
  }
  xml.fail('the envelope has no Body');
}
function closeEnvelope(xml) {
  while (xml.nextChild() !== void 0) xml.skip();
  while (xml.next() !== 'eof') continue;
}

// src/xml/tag-memory.ts
var MAX_TAG_LENGTH = 1024;
var TagMemory = class {
  #maxAttributes;
  #previous;
  /** The last tag that differed from others only in its `id` or `href`. */
  #variant;
  constructor(maxAttributes) {
    this.#maxAttributes = maxAttributes;
  }
  /**
   * The tag at a position of a document: first the one that followed its predecessor last time, then any of the same
   * scope; a new one is remembered.
   *
   * @returns `undefined` for a tag that has to be parsed in its place, also to say what is wrong with it
   */
  recall(text2, position, scope) {
    const guess = this.#previous?.next;
    if (guess !== void 0 && guess.outer === scope && text2.startsWith(guess.raw, position)) return guess;
    return this.#recallVariant(text2, position, scope) ?? this.#recallAny(text2, position, scope);
  }
  /** Told every tag that the reader passes, so that the next one can be guessed next time. */
  passed(tag) {
    const remembered = tag.outer === void 0 ? void 0 : tag;
    if (this.#previous !== void 0) this.#previous.next = remembered;
    this.#previous = remembered;
  }
  #recallVariant(text2, position, scope) {
    if (this.#variant === void 0 || this.#variant.shape.outer !== scope) return void 0;
    const { shape, parts } = this.#variant;
    const value = nextVariant(text2, position, parts);
    if (value === void 0) return void 0;
    const length = parts.before.length + value.length + parts.after.length;
    return variant(shape, text2.slice(position, position + length), value);
  }
  #recallAny(text2, position, scope) {
    const end2 = text2.indexOf('>', position) + 1;
    if (end2 === 0 || end2 - position > MAX_TAG_LENGTH) return void 0;
    const raw = text2.slice(position, end2);
    const whole2 = scope.recall(raw);
    if (whole2 !== void 0) return whole2;
    const parts = variantOf(raw);
    if (parts === void 0) return this.#learn(raw, scope);
    const shapeRaw = parts.before + parts.after;
    const shape = scope.recall(shapeRaw) ?? this.#learn(shapeRaw, scope);
    if (shape === void 0) return void 0;
    this.#variant = { shape, parts };
    return variant(shape, raw, parts.value);
  }
  /** Parses a tag from a copy of its own, and remembers it. A ">" inside a quoted value makes the copy too short. */
  #learn(raw, scope) {
    if (!scope.hasRoom) return void 0;
    try {
      const tag = parseStartTag(ownCopy(raw), 0, scope, this.#maxAttributes);
      scope.remember(tag);
      return tag;
    } catch (error) {
      if (error instanceof Problem) return void 0;
      throw error;
    }
  }
};
function ownCopy(raw) {
  return Buffer.from(raw, 'latin1').toString('latin1');
}

// src/xml/reader.ts
var MoreNeeded = class extends Error {
  name = 'MoreNeeded';
};
var MORE = new MoreNeeded('the piece ends here');
var SPACE_ONLY3 = /^[ \t\r\n]*$/;
var DECLARATION2 =
  /<\?xml[ \t\r\n]+version[ \t\r\n]*=[ \t\r\n]*(?:"1\.\d+"|'1\.\d+')(?:[ \t\r\n]+encoding[ \t\r\n]*=[ \t\r\n]*(?:"[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?(?:[ \t\r\n]+standalone[ \t\r\n]*=[ \t\r\n]*(?:"(?:yes|no)"|'(?:yes|no)'))?[ \t\r\n]*\?>/y;
var TAG = /<(?:[^>"']|"[^"]*"|'[^']*')*>/y;
var LESS_THAN = 60;
var SLASH = 47;
var EXCLAMATION = 33;
var QUESTION = 63;
var GREATER_THAN = 62;
var XmlReader = class {
  #source;
  #text;
  /** Bytes of the document before the current piece. */
  #base = 0;
  #limits;
  #memory;
  #open = [];
  #position = 0;
  #scope;
  /** The last start tag closed itself: its end comes next. */
  #closing = false;
  #rootSeen = false;
  #marked;
  #value = '';
  constructor(source, limits) {
    this.#source = source;
    this.#text = source.text;
    this.#limits = limits;
    this.#memory = limits.shortcuts === 'none' ? void 0 : new TagMemory(limits.maxAttributes);
    this.#scope = source.scope;
    this.#marked = { position: 0, depth: 0, scope: this.#scope, closing: false, rootSeen: false };
    if (/^<\?xml[ \t\r\n?]/.test(this.#text)) {
      DECLARATION2.lastIndex = 0;
      if (!DECLARATION2.test(this.#text)) this.fail('the XML declaration is not well-formed');
      this.#position = DECLARATION2.lastIndex;
    }
  }
  /** Byte offset of what comes next, in the current piece of the document. */
  get offset() {
    return this.#position;
  }
  /** Whether the document goes on after the current piece. */
  get isPartial() {
    return this.#source.isPartial;
  }
  /** How many elements are open. */
  get depth() {
    return this.#open.length;
  }
  /** Remembers the place between two elements, to go back to when {@link MoreNeeded} is thrown after it. */
  mark() {
    this.#marked = {
      position: this.#position,
      depth: this.#open.length,
      scope: this.#scope,
      closing: this.#closing,
      rootSeen: this.#rootSeen,
    };
  }
  /** Goes back to the place of {@link mark}; elements that were open there must still be. */
  reset() {
    const { position, depth, scope, closing, rootSeen } = this.#marked;
    this.#position = position;
    this.#open.length = depth;
    this.#scope = scope;
    this.#closing = closing;
    this.#rootSeen = rootSeen;
  }
  /**
   * Goes on in the next piece of the document.
   *
   * @param source - begins with what the reader has not passed yet, at {@link offset}
   */
  continueIn(source) {
    this.#base += this.#position;
    this.#position = 0;
    this.#source = source;
    this.#text = source.text;
  }
  /** The document. */
  get source() {
    return this.#source;
  }
  /** The namespaces in scope. */
  get scope() {
    return this.#scope;
  }
  /**
   * Goes on after mark-up that is known to be well-formed and balanced.
   *
   * @param position - behind it, and behind {@link offset}
   */
  advance(position) {
    this.#position = position;
  }
  /** Whether the current element closed itself, so that nothing can stand inside. */
  get isEmpty() {
    return this.#closing;
  }
  /** The start tag of the innermost open element. */
  get tag() {
    return this.#open[this.#open.length - 1] ?? this.fail('no element is open');
  }
  /** The text of the last `text` token; one run of text may come in several tokens. */
  get value() {
    return this.#value;
  }
  /** Refuses the document at the current place. */
  fail(reason, offset = this.#position) {
    throw new Problem(reason, { offset: this.#base + offset });
  }
  /** Refuses the document where something has no end, unless the end may still come. */
  #cut(reason, offset) {
    if (this.#source.isPartial) throw MORE;
    return this.fail(reason, offset);
  }
  /**
   * Reads the next token; comments and processing instructions are checked and passed over.
   *
   * @throws Problem when the document is not well-formed there, has a DOCTYPE, or exceeds a limit
   */
  next() {
    if (this.#closing) {
      this.#closing = false;
      this.#pop();
      return 'end';
    }
    for (;;) {
      const text2 = this.#text;
      const position = this.#position;
      if (position >= text2.length) return this.#finish();
      if (this.#source.isPartial && isShortMarkup(text2, position)) throw MORE;
      if (text2.charCodeAt(position) !== LESS_THAN) {
        const end2 = this.#endOfText(position);
        this.#position = end2;
        if (this.#open.length > 0) {
          this.#value = this.#source.characters(text2.slice(position, end2), position);
          return 'text';
        }
        if (!SPACE_ONLY3.test(text2.slice(position, end2))) this.fail('text outside the root element', position);
        continue;
      }
      switch (text2.charCodeAt(position + 1)) {
        case SLASH:
          this.#endTag(position);
          return 'end';
        case EXCLAMATION:
          if (text2.startsWith('<![CDATA[', position)) {
            this.#cdata(position);
            return 'text';
          }
          this.#comment(position);
          continue;
        case QUESTION:
          this.#processingInstruction(position);
          continue;
        default:
          this.#startTag(position);
          return 'start';
      }
    }
  }
  /**
   * The start tag of the next child of the current element, or `undefined` after its end.
   *
   * @throws Problem when there is text between the children
   */
  nextChild() {
    for (;;) {
      const position = this.#position;
      switch (this.next()) {
        case 'start':
          return this.tag;
        case 'text':
          if (!SPACE_ONLY3.test(this.#value)) this.fail('text where elements are expected', position);
          continue;
        default:
          return void 0;
      }
    }
  }
  /**
   * The whole text of the current element, read through its end.
   *
   * @throws Problem when it has a child element
   */
  readText() {
    if (!this.#closing) {
      const position = this.#position;
      const end2 = this.#text.indexOf('<', position);
      if (end2 !== -1 && this.#text.charCodeAt(end2 + 1) === SLASH) {
        const text2 = end2 === position ? '' : this.#source.characters(this.#text.slice(position, end2), position);
        this.#endTag(end2);
        return text2;
      }
    }
    let whole2 = '';
    for (;;) {
      const position = this.#position;
      const token2 = this.next();
      if (token2 === 'text') whole2 += this.#value;
      else if (token2 === 'end') return whole2;
      else this.fail('an element where text is expected', position);
    }
  }
  /** Reads through the end of the current element, whatever it holds. */
  skip() {
    const depth = this.#open.length;
    while (this.#open.length >= depth) this.next();
  }
  /**
   * Leaves the current element for the place after its end.
   *
   * @param end - behind it, and behind mark-up that is known to be well-formed
   */
  leave(end2) {
    this.#position = end2;
    this.#pop();
  }
  /** Remembers the inside of the element whose start tag was just read. */
  bookmark() {
    return { tag: this.tag, position: this.#position };
  }
  /**
   * Reads an element at another place of the document, and comes back.
   *
   * @param bookmark - from {@link bookmark}, of any reader of the same source
   * @param read - reads that element through its end
   */
  visit(bookmark, read) {
    const position = this.#position;
    const scope = this.#scope;
    const closing = this.#closing;
    this.#position = bookmark.position;
    this.#enter(bookmark.tag);
    const result = read();
    this.#position = position;
    this.#scope = scope;
    this.#closing = closing;
    return result;
  }
  #endOfText(position) {
    const end2 = this.#text.indexOf('<', position);
    if (end2 !== -1) return end2;
    if (this.#source.isPartial) throw MORE;
    return this.#text.length;
  }
  #startTag(position) {
    if (this.#open.length === 0) {
      if (this.#rootSeen) this.fail('a second root element');
      this.#rootSeen = true;
    }
    if (this.#open.length >= this.#limits.maxDepth) {
      this.fail(`more than ${this.#limits.maxDepth} elements inside each other`);
    }
    const tag = this.#memory?.recall(this.#text, position, this.#scope) ?? this.#parse(position);
    this.#memory?.passed(tag);
    this.#position = position + tag.raw.length;
    this.#enter(tag);
  }
  #parse(position) {
    try {
      return parseStartTag(this.#text, position, this.#scope, this.#limits.maxAttributes);
    } catch (error) {
      if (this.#source.isPartial && endOfTag(this.#text, position) === -1) throw MORE;
      if (!(error instanceof Problem)) throw error;
      return this.fail(error.message, error.offset);
    }
  }
  #enter(tag) {
    this.#open.push(tag);
    this.#scope = tag.scope;
    this.#closing = tag.selfClosing;
  }
  #pop() {
    this.#open.pop();
    this.#scope = this.#open.length === 0 ? this.#source.scope : this.tag.scope;
  }
  #endTag(position) {
    const open = this.#open[this.#open.length - 1];
    if (open === void 0) this.fail('an end tag without a start', position);
    const after = position + 2 + open.rawName.length;
    if (!this.#text.startsWith(open.rawName, position + 2)) {
      if (this.#text.indexOf('>', position) === -1) this.#cut('an end tag without an end', position);
      this.fail('an end tag that does not fit', position);
    }
    let end2 = after;
    if (this.#text.charCodeAt(end2) !== GREATER_THAN) {
      end2 = this.#text.indexOf('>', after);
      if (end2 === -1) this.#cut('an end tag without an end', position);
      if (!SPACE_ONLY3.test(this.#text.slice(after, end2))) {
        this.fail('an end tag that does not fit', position);
      }
    }
    this.#position = end2 + 1;
    this.#pop();
  }
  #cdata(position) {
    if (this.#open.length === 0) this.fail('text outside the root element');
    const end2 = this.#text.indexOf(']]>', position + 9);
    if (end2 === -1) this.#cut('a CDATA section without an end', position);
    this.#value = this.#source.decode(this.#text.slice(position + 9, end2), position + 9);
    this.#position = end2 + 3;
  }
  #comment(position) {
    if (!this.#text.startsWith('<!--', position)) {
      this.fail(this.#text.startsWith('<!DOCTYPE', position) ? 'a DOCTYPE is refused' : '"<!" begins no mark-up');
    }
    const end2 = this.#text.indexOf('--', position + 4);
    if (end2 === -1 || end2 + 2 >= this.#text.length) this.#cut('a comment without an end', position);
    if (this.#text.charCodeAt(end2 + 2) !== GREATER_THAN) this.fail('"--" inside a comment', end2);
    this.#position = end2 + 3;
  }
  #processingInstruction(position) {
    const end2 = this.#text.indexOf('?>', position + 2);
    if (end2 === -1) this.#cut('a processing instruction without an end', position);
    const [target = ''] = this.#text.slice(position + 2, end2).split(/[ \t\r\n]/, 1);
    if (!isName(decodeLatin1(target)) || target.includes(':')) this.fail('a processing instruction without a name');
    if (target.toLowerCase() === 'xml') this.fail('an XML declaration that is not at the beginning');
    this.#position = end2 + 2;
  }
  #finish() {
    if (this.#source.isPartial) throw MORE;
    if (this.#open.length > 0) this.fail('the document ends inside an element');
    if (!this.#rootSeen) this.fail('the document has no root element');
    return 'eof';
  }
};
function isShortMarkup(text2, position) {
  const left = text2.length - position;
  if (left >= 9 || text2.charCodeAt(position) !== LESS_THAN) return false;
  return left === 1 || text2.charCodeAt(position + 1) === EXCLAMATION;
}
function endOfTag(text2, position) {
  TAG.lastIndex = position;
  return TAG.test(text2) ? TAG.lastIndex : -1;
}

// src/soap/struct.ts
var FieldTable = class {
  #fields;
  #byName;
  #byFoldedName = /* @__PURE__ */ new Map();
  #template = {};
  constructor(codecs) {
    this.#fields = Object.entries(codecs).map(([name2, codec]) => ({
      name: name2,
      codec,
    }));
    this.#byName = new Map(this.#fields.map((field2) => [field2.name, field2]));
    for (const { name: name2 } of this.#fields) {
      Object.defineProperty(this.#template, name2, { value: void 0, enumerable: true, writable: true });
    }
  }
  /** Lets names be found whose letters differ only in case, where no name fits exactly. */
  ignoringCase() {
    for (const field2 of this.#fields) this.#byFoldedName.set(field2.name.toLowerCase(), field2);
    return this;
  }
  /**
   * Writes all fields in order; absent ones are left out.
   *
   * @param required - every field must be there (it may be `null`)
   * @throws Problem for a wrong value, a missing field, or a key that is no field
   */
  write(value, required) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Problem('is not an object');
    const record = value;
    for (const key of Object.keys(record)) {
      if (!Object.hasOwn(this.#template, key)) throw at(key, new Problem('is not known here'));
    }
    let written = '';
    for (const { name: name2, codec } of this.#fields) {
      const field2 = Object.hasOwn(record, name2) ? record[name2] : void 0;
      if (required && field2 === void 0) throw at(name2, new Problem('is missing'));
      try {
        written += writeElement(codec, name2, field2);
      } catch (error) {
        throw at(name2, error);
      }
    }
    return written;
  }
  /** Reads the children of the current element through its end; unknown ones are passed over. */
  read(input, isMap) {
    const { xml } = input;
    const record = { ...this.#template };
    if (isMap) {
      eachMapEntry(input, (key) => this.#readField(input, record, this.find(key)));
    } else {
      for (let tag = xml.nextChild(); tag !== void 0; tag = xml.nextChild()) {
        this.#readField(input, record, this.find(tag.local));
      }
    }
    for (const { name: name2, codec } of this.#fields) {
      if (codec.isArray && record[name2] === void 0) record[name2] = [];
    }
    return record;
  }
  /** A record in which every field is absent: lists are empty, everything else undefined. */
  blank() {
    const record = { ...this.#template };
    for (const { name: name2, codec } of this.#fields) if (codec.isArray) record[name2] = [];
    return record;
  }
  /** Whether a field is a list. */
  get hasLists() {
    return this.#fields.some(({ codec }) => codec.isArray);
  }
  /** The names of the fields that a decoded value does not have. */
  absent(value) {
    const record = value;
    return this.#fields.filter(({ name: name2 }) => record[name2] === void 0).map(({ name: name2 }) => name2);
  }
  /** The field of a name; `undefined` for an unknown one. */
  find(name2) {
    return this.#byName.get(name2) ?? this.#byFoldedName.get(name2.toLowerCase());
  }
  #readField(input, record, field2) {
    if (field2 === void 0) {
      input.xml.skip();
      return;
    }
    try {
      if (record[field2.name] !== void 0) input.xml.fail('stands twice');
      record[field2.name] = input.value(field2.codec);
    } catch (error) {
      throw at(field2.name, error);
    }
  }
};
function struct(type, fields) {
  const table = new FieldTable(fields);
  return {
    type,
    isArray: false,
    fields: table,
    write: (name2, value) => `<${name2} xsi:type="${type}">${table.write(value, false)}</${name2}>`,
    read: (input, attributes) => table.read(input, attributes.map),
  };
}

// src/soap/targets.ts
function findTargets(source, limits) {
  const xml = new XmlReader(source, limits);
  const targets = /* @__PURE__ */ new Map();
  const shortcut = mayUseTemplates(limits) ? new TargetSkipper(xml) : void 0;
  for (let token2 = xml.next(); token2 !== 'eof'; token2 = xml.next()) {
    if (token2 === 'end') shortcut?.leave();
    if (token2 !== 'start') continue;
    const id = xml.tag.attributes.find(({ local, uri }) => local === 'id' && uri === '')?.value;
    if (id === void 0) continue;
    if (targets.has(id)) xml.fail('an id that stands twice');
    targets.set(id, xml.bookmark());
    shortcut?.enter();
  }
  return targets;
}
var TargetSkipper = class {
  #xml;
  #templates = new Templates();
  #scope;
  /** The target that is being read, to learn from. */
  #inside;
  constructor(xml) {
    this.#xml = xml;
  }
  /** Called after the start tag of a target. */
  enter() {
    const xml = this.#xml;
    const { tag } = xml;
    this.#scope ??= tag.scope;
    if (tag.scope !== this.#scope || tag.selfClosing) return;
    const end2 = this.#templates.match(xml.source, xml.offset);
    if (end2 === -1) this.#inside = { ...xml.bookmark(), depth: xml.depth };
    else xml.leave(end2);
  }
  /** Called after every end tag. */
  leave() {
    const inside = this.#inside;
    const xml = this.#xml;
    if (inside === void 0 || xml.depth >= inside.depth) return;
    this.#inside = void 0;
    this.#templates.learn(() =>
      RecordTemplate.learnContent(xml.source, inside.position, xml.offset, inside.tag, ANY_FIELDS),
    );
  }
};
var ANY_FIELDS = struct('', {});

// src/soap/input.ts
var DEFAULT_LIMITS = {
  maxDepth: 256,
  maxAttributes: 256,
  maxArrayItems: 1e6,
  maxBufferedBytes: 67108864,
  maxReferences: 1e6,
};
var MAX_NESTING = 512;
var MAX_HOLES = 65536;
var STRAY_TEXT = /(?:^|<\/[^>]*>|\/>)[ \t\r\n]*[^< \t\r\n]|<[!?]/;
var MAX_REMEMBERED = 1e4;
var WholeNeeded = class extends Error {
  name = 'WholeNeeded';
};
var MAX_VISITS = 8;
var SoapInput = class {
  xml;
  limits;
  #source;
  #isStream;
  #targets;
  #resolved = /* @__PURE__ */ new Map();
  /** Ids of the elements that are being read right now: a reference to one of them is circular. */
  #active = /* @__PURE__ */ new Set();
  #templates = /* @__PURE__ */ new Map();
  #references = 0;
  /** Characters read at targets. */
  #visited = 0;
  #holes = 0;
  #remembered = 0;
  /** @param isStream - the source is only the first piece of the document */
  constructor(source, limits, isStream = false) {
    this.#source = source;
    this.#isStream = isStream;
    this.limits = limits;
    this.xml = new XmlReader(source, limits);
  }
  /**
   * Reads the element whose start tag was just read as a value of the codec's type, wherever the value stands.
   *
   * @returns `null` for a nil element (for a nil array: an empty one)
   */
  value(codec) {
    const { tag, depth } = this.xml;
    if (depth + this.#active.size > MAX_NESTING) this.xml.fail(`more than ${MAX_NESTING} values inside each other`);
    const attributes = soapAttributes(tag);
    if (tag.attributes.length === 0) return codec.read(this, attributes);
    if (attributes.nil) {
      this.xml.skip();
      return codec.isArray ? [] : null;
    }
    const { id } = attributes;
    if (id === void 0) return this.#here(codec, attributes);
    if (this.#active.has(id)) this.xml.fail('a circular reference');
    if (this.#active.size >= this.limits.maxDepth) this.xml.fail(`more than ${this.limits.maxDepth} nested references`);
    this.#active.add(id);
    const value = this.#here(codec, attributes);
    this.#active.delete(id);
    if (this.#isStream && this.#remembered < MAX_REMEMBERED) {
      this.#remembered += 1;
      this.#resolvedBy(codec).set(id, { value, cost: 1 });
    }
    return value;
  }
  /** Goes back to the reader's last mark, as if nothing had been read since. */
  reset() {
    this.xml.reset();
    this.#active.clear();
  }
  /**
   * Whether nothing more has to be read: the rest of the document is known to be well-formed, and holds neither a Fault
   * nor text where only elements belong.
   */
  get isExhausted() {
    if (this.#targets === void 0) return false;
    const rest = this.#source.text.slice(this.xml.offset);
    return !rest.includes('Fault') && !STRAY_TEXT.test(rest);
  }
  /** Counts the members that a sparse array leaves out. */
  leaveOut(count) {
    this.#holes += count;
    if (this.#holes > MAX_HOLES) this.xml.fail(`arrays that leave out more than ${MAX_HOLES} members`);
  }
  /** The value of the current element itself, or of the one it refers to. */
  #here(codec, attributes) {
    if (attributes.href === void 0) return codec.read(this, attributes);
    const { offset } = this.xml;
    this.xml.skip();
    return this.#follow(codec, attributes.href, offset);
  }
  #follow(codec, href, offset) {
    if (!href.startsWith('#')) throw new Problem('a reference outside the document is never followed', { offset });
    return this.follow(codec, href.slice(1), offset);
  }
  /**
   * The value that a reference stands for.
   *
   * @param id - without its `#`
   * @param offset - of the reference, for the error
   */
  follow(codec, id, offset) {
    if (this.#isStream) return this.#recall(codec, id, offset);
    this.#targets ??= findTargets(this.#source, this.limits);
    const target = this.#targets.get(id);
    if (target === void 0) throw new Problem('a reference to an id that does not exist', { offset });
    const known = this.#resolvedBy(codec);
    const before = this.#references;
    const again = known.get(id);
    this.#count(again?.cost ?? 1, offset);
    if (again !== void 0) return again.value;
    const value = this.#readTarget(codec, target);
    known.set(id, { value, cost: this.#references - before });
    return value;
  }
  /** Reads the value at a target; targets of one type nearly always have the same mark-up. */
  #readTarget(codec, target) {
    const templates = this.#templatesFor(codec, target.tag);
    if (templates === void 0) return this.#visit(codec, target, () => void 0);
    if (templates.match(this.#source, target.position) !== -1) return templates.value;
    return this.#visit(codec, target, (offset) => {
      templates.learn(() => RecordTemplate.learnContent(this.#source, target.position, offset, target.tag, codec));
    });
  }
  /** Reads a target in its place. Targets around each other are read again and again, which must have an end. */
  #visit(codec, target, done) {
    return this.xml.visit(target, () => {
      const value = this.value(codec);
      const { offset } = this.xml;
      this.#visited += offset - target.position;
      if (this.#visited > MAX_VISITS * this.#source.text.length)
        this.xml.fail('references to values around each other');
      done(offset);
      return value;
    });
  }
  /** The templates of a type's targets; only for targets whose content means the same as that of the first one. */
  #templatesFor(codec, tag) {
    if (!mayUseTemplates(this.limits) || !hasPlainContent(tag)) return void 0;
    const known = this.#templates.get(codec) ?? { scope: tag.scope, templates: new Templates() };
    this.#templates.set(codec, known);
    return known.scope === tag.scope ? known.templates : void 0;
  }
  /** In a stream only what came before can be referred to. */
  #recall(codec, id, offset) {
    const known = this.#resolvedBy(codec).get(id);
    if (known === void 0) throw new WholeNeeded();
    this.#count(1, offset);
    return known.value;
  }
  /** The targets that were read with a codec, by id. */
  #resolvedBy(codec) {
    const known = this.#resolved.get(codec) ?? /* @__PURE__ */ new Map();
    this.#resolved.set(codec, known);
    return known;
  }
  /** Shared values cost nothing here, but whoever walks them pays for every repetition. */
  #count(references, offset) {
    this.#references += references;
    if (this.#references > this.limits.maxReferences) {
      throw new Problem(`more than ${this.limits.maxReferences} references`, { offset });
    }
  }
};

// src/soap/fault.ts
function isFault(tag) {
  return tag.local === 'Fault' && (tag.uri === SOAP_ENVELOPE || tag.uri === SOAP12_ENVELOPE);
}
function readFault(xml) {
  const parts = /* @__PURE__ */ new Map();
  for (let tag = xml.nextChild(); tag !== void 0; tag = xml.nextChild()) {
    const name2 = tag.local;
    const content = readDetail(xml);
    if (!parts.has(name2)) parts.set(name2, content);
  }
  const code = textOf(parts.get('faultcode')) ?? textOf(child(parts.get('Code'), 'Value')) ?? '';
  const actor = textOf(parts.get('faultactor')) ?? textOf(parts.get('Role'));
  const detail = parts.get('detail') ?? parts.get('Detail');
  return {
    faultCode: code.trim().replace(/^[^:]*:/, ''),
    faultString: textOf(parts.get('faultstring')) ?? textOf(child(parts.get('Reason'), 'Text')) ?? '',
    ...(actor === void 0 || actor === '' ? {} : { faultActor: actor }),
    ...(detail === void 0 || detail === '' ? {} : { detail }),
  };
}
function textOf(content) {
  return typeof content === 'string' ? content : void 0;
}
function child(content, name2) {
  if (content === void 0 || typeof content === 'string') return void 0;
  const found = content[name2];
  return isList(found) ? found[0] : found;
}
function isList(content) {
  return Array.isArray(content);
}
function readDetail(xml) {
  if (xml.depth > MAX_NESTING) xml.fail(`a Fault of more than ${MAX_NESTING} elements inside each other`);
  const { base64 } = soapAttributes(xml.tag);
  let text2 = '';
  const children = /* @__PURE__ */ new Map();
  for (let token2 = xml.next(); token2 !== 'end'; token2 = xml.next()) {
    if (token2 === 'text') text2 += xml.value;
    else {
      const name2 = xml.tag.local;
      const same = children.get(name2) ?? [];
      children.set(name2, same);
      same.push(readDetail(xml));
    }
  }
  if (children.size === 0) return base64 ? decoded(text2) : text2;
  const entries = [...children].map(([name2, all]) => [name2, all.length === 1 ? (all[0] ?? '') : all]);
  return Object.fromEntries(entries);
}
function decoded(text2) {
  try {
    return textOfBase64(text2);
  } catch {
    return text2;
  }
}

// src/soap/response.ts
function readResponse(service2, operation2, document, limits, scope) {
  const input = new SoapInput(new XmlSource(document, false, scope), limits);
  const { xml } = input;
  const version = openEnvelope(xml);
  if (version === 'not-soap') return { kind: 'not-soap', root: xml.tag.local };
  if (version === 'other-version') input.xml.fail('an Envelope of an unknown SOAP version');
  openBody(xml, () => input.xml.fail('a header that must be understood, and is not'));
  let output;
  let fault;
  let stranger;
  for (let tag = xml.nextChild(); tag !== void 0; tag = xml.nextChild()) {
    if (isFault(tag)) fault ??= readFault(xml);
    else if (tag.local === operation2.output.wrapper && output === void 0) {
      output = input.value(operation2.output);
      if (version === 'soap11' && fault === void 0 && input.isExhausted) {
        return output === null ? input.xml.fail('the answer is nil') : { kind: 'output', output };
      }
    } else {
      const { id, root } = soapAttributes(tag);
      if (root === '1' || (root !== '0' && id === void 0)) stranger ??= xml.bookmark();
      xml.skip();
    }
  }
  closeEnvelope(xml);
  if (fault !== void 0) return { kind: 'fault', fault };
  if (version === 'soap12') input.xml.fail('an Envelope of SOAP 1.2');
  if (output === void 0) output = readStranger(service2, operation2, input, stranger);
  if (output === null) input.xml.fail('the answer is nil');
  return { kind: 'output', output };
}
function readStranger({ operations }, { name: name2, output }, input, stranger) {
  if (stranger === void 0) return input.xml.fail('the Body has no answer');
  const { local } = stranger.tag;
  const other = Object.keys(operations).find((known) => known !== name2 && `${known}Response` === local);
  if (other !== void 0) input.xml.fail(`the answer belongs to ${other}`);
  return input.xml.visit(stranger, () => input.value(output));
}

// src/soap/operation.ts
function operation(definition) {
  const { name: name2, namespace, soapAction, input, output } = definition;
  return {
    name: name2,
    namespace,
    soapAction,
    // Every input part has to be sent (RPC style); a failure's answer may leave out all parts but its result.
    input: message(name2, input, true),
    output: message(`${name2}Response`, output, false),
  };
}
function service(definition) {
  const namespaces = Object.entries(definition.namespaces);
  return {
    ...definition,
    declarations: namespaces.map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`).join(''),
    prefixes: new Map(namespaces.map(([prefix, uri]) => [uri, prefix])),
  };
}
function message(wrapper, parts, required) {
  const table = new FieldTable(parts).ignoringCase();
  return {
    wrapper,
    fields: table,
    type: wrapper,
    isArray: false,
    writeParts: (value) => table.write(value, required),
    write: (name2, value) => `<${name2}>${table.write(value, required)}</${name2}>`,
    read: (input, attributes) => {
      const value = table.read(input, attributes.map);
      const [missing] = required ? table.absent(value) : [];
      if (missing !== void 0) throw at(missing, new Problem('is missing'));
      return value;
    },
  };
}

// generated/codecs.ts
var Client = struct('ns1:Client', {
  username: string,
  password: string,
});
var ArrayOfString = array('ns1:ArrayOfString', string);
var Response = struct('ns1:Response', {
  result: int,
  response: ArrayOfString,
  count: int,
  points: float,
  description: string,
});
var sms_param = struct('ns1:sms_param', {
  to: string,
  from: string,
  message: string,
  eco: int,
  date: int,
  arParam: ArrayOfString,
  idx: string,
  single: int,
  no_unicode: int,
  datacoding: string,
  id_partner: int,
  test: int,
});
var sms_param_ext = struct('ns1:sms_param_ext', {
  to: string,
  from: string,
  message: string,
  eco: int,
  date: int,
  arParam: ArrayOfString,
  idx: string,
  single: int,
  no_unicode: int,
  datacoding: string,
  id_partner: int,
  test: int,
  priority: int,
  udh: string,
});
var ArrayOfParam = array('ns1:ArrayOfParam', ArrayOfString);
var sms_multi_param = struct('ns1:sms_multi_param', {
  arTo: ArrayOfString,
  from: string,
  message: string,
  eco: int,
  date: int,
  arParams: ArrayOfParam,
  arIdx: ArrayOfString,
  single: int,
  no_unicode: int,
  datacoding: string,
  id_partner: int,
  test: int,
});
var Sms = struct('ns1:Sms', {
  id: string,
  to: string,
  from: string,
  message: string,
  flash: int,
  eco: int,
  date: int,
  status: int,
  submitdate: int,
  donedate: int,
});
var Group = struct('ns1:Group', {
  id: string,
  name: string,
  info: string,
  num_count: int,
});
var Number2 = struct('ns1:Number', {
  number: string,
  name: string,
  id_group: int,
});
var ArrayOfInt = array('ns1:ArrayOfInt', int);
var ArrayOfSms = array('ns1:ArrayOfSms', Sms);
var ArrayOfGroup = array('ns1:ArrayOfGroup', Group);
var ArrayOfNumber = array('ns1:ArrayOfNumber', Number2);

// generated/service.ts
var soap_GetSenders = operation({
  name: 'soap_GetSenders',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_GetSenders',
  input: { client: Client },
  output: { result: int, description: string, arSenders: ArrayOfString },
});
var soap_DelSchSmsById = operation({
  name: 'soap_DelSchSmsById',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_DelSchSmsById',
  input: { client: Client, id: string },
  output: { result: int, description: string },
});
var soap_AddNumber = operation({
  name: 'soap_AddNumber',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_AddNumber',
  input: { client: Client, number: Number2 },
  output: { result: int, description: string },
});
var soap_DelNumber = operation({
  name: 'soap_DelNumber',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_DelNumber',
  input: { client: Client, number: Number2 },
  output: { result: int, description: string },
});
var soap_AddGroup = operation({
  name: 'soap_AddGroup',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_AddGroup',
  input: { client: Client, group: Group },
  output: { result: int, description: string, id_group: int },
});
var soap_DelGroup = operation({
  name: 'soap_DelGroup',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_DelGroup',
  input: { client: Client, id_group: int },
  output: { result: int, description: string, num_count: int },
});
var soap_GetGroups = operation({
  name: 'soap_GetGroups',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_GetGroups',
  input: { client: Client },
  output: { result: int, description: string, arGroups: ArrayOfGroup },
});
var soap_GetNumbers = operation({
  name: 'soap_GetNumbers',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_GetNumbers',
  input: { client: Client, id_group: int },
  output: { result: int, description: string, arNumbers: ArrayOfNumber },
});
var soap_GetSmsByDate = operation({
  name: 'soap_GetSmsByDate',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_GetSmsByDate',
  input: { client: Client, date_from: int, date_to: int },
  output: { result: int, description: string, arSms: ArrayOfSms },
});
var soap_GetSmsByIds = operation({
  name: 'soap_GetSmsByIds',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_GetSmsByIds',
  input: { client: Client, arIds: ArrayOfString },
  output: { result: int, description: string, arSms: ArrayOfSms },
});
var soap_CheckPoints = operation({
  name: 'soap_CheckPoints',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_CheckPoints',
  input: { client: Client },
  output: { result: int, description: string, points: float },
});
var soap_SendMulti = operation({
  name: 'soap_SendMulti',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_SendMulti',
  input: { client: Client, sms_param: sms_multi_param },
  output: { Response },
});
var soap_SendSms = operation({
  name: 'soap_SendSms',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_SendSms',
  input: { client: Client, sms_param },
  output: { response: Response },
});
var soap_SendSmsExt = operation({
  name: 'soap_SendSmsExt',
  namespace: 'urn:sms-service',
  soapAction: 'urn:sms-service#soap_SendSmsExt',
  input: { client: Client, sms_param: sms_param_ext },
  output: { response: Response },
});
var SmsService = service({
  name: 'SmsService',
  namespaces: { ns1: 'urn:sms-service' },
  operations: {
    soap_GetSenders,
    soap_DelSchSmsById,
    soap_AddNumber,
    soap_DelNumber,
    soap_AddGroup,
    soap_DelGroup,
    soap_GetGroups,
    soap_GetNumbers,
    soap_GetSmsByDate,
    soap_GetSmsByIds,
    soap_CheckPoints,
    soap_SendMulti,
    soap_SendSms,
    soap_SendSmsExt,
  },
});

// test/bench/documents.ts
var HEAD2 =
  '<?xml version="1.0" encoding="UTF-8"?>\n<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/" xmlns:ns1="urn:sms-service" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:SOAP-ENC="http://schemas.xmlsoap.org/soap/encoding/" SOAP-ENV:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><SOAP-ENV:Body>';
var TAIL2 = '</SOAP-ENV:Body></SOAP-ENV:Envelope>';
var OK = '<result xsi:type="xsd:int">0</result><description xsi:type="xsd:string">OK</description>';
var field = (name2, type, value) => `<${name2} xsi:type="xsd:${type}">${value}</${name2}>`;
var NAMES = [
  'Anna Kowalska',
  '\u0141ukasz \u017B\xF3\u0142\u0107',
  'Bo\u017Cena \u015Amig\u0142y-Rydz',
  'Jan',
  'Firma A &amp; B sp. z o.o.',
];
var MESSAGES = [
  'Dzie\u0144 dobry, Twoja przesy\u0142ka jest ju\u017C w drodze. Kod odbioru: 7391. Za\u017C\xF3\u0142\u0107 g\u0119\u015Bl\u0105 ja\u017A\u0144!',
  'Przypominamy o wizycie &quot;jutro&quot; o 10:30 &amp; prosimy o potwierdzenie &lt;TAK/NIE&gt;.',
  'Your code is 123456. It is valid for 10 minutes.',
];
function number(index) {
  const name2 = NAMES[index % NAMES.length] ?? '';
  return field('number', 'string', 485e8 + index) + field('name', 'string', name2) + field('id_group', 'int', 77);
}
function sms(index) {
  return (
    field('id', 'string', `6${'0'.repeat(10)}${index}`) +
    field('to', 'string', 485e8 + index) +
    field('from', 'string', 'Test') +
    field('message', 'string', MESSAGES[index % MESSAGES.length] ?? '') +
    field('flash', 'int', 0) +
    field('eco', 'int', index % 2) +
    field('date', 'int', 179e7 + index) +
    field('status', 'int', 404) +
    field('submitdate', 'int', 1790000001 + index) +
    field('donedate', 'int', 1790000007 + index)
  );
}
var range = (count) => Array.from({ length: count }, (_, index) => index);
function answer(operation2, inside, behind = '') {
  return Buffer.from(
    `${HEAD2}<ns1:${operation2}Response>${inside}</ns1:${operation2}Response>${behind}${TAIL2}`,
    'utf8',
  );
}
function list(part, type, records) {
  const items = records.map((record) => `<item xsi:type="ns1:${type}">${record}</item>`).join('');
  const types = `SOAP-ENC:arrayType="ns1:${type}[${records.length}]" xsi:type="ns1:ArrayOf${type}"`;
  return `${OK}<${part} ${types}>${items}</${part}>`;
}
function multiRefNumbers(count) {
  const items = range(count).map((index) => `<item href="#id${index}"/>`);
  const targets = range(count).map(
    (index) => `<multiRef id="id${index}" SOAP-ENC:root="0" xsi:type="ns1:Number">${number(index)}</multiRef>`,
  );
  const array2 = `<arNumbers SOAP-ENC:arrayType="ns1:Number[${count}]">${items.join('')}</arNumbers>`;
  return answer('soap_GetNumbers', OK + array2, targets.join(''));
}
function makeDocument(name2) {
  const [kind, size] = name2.split(' ');
  const count = Number(size);
  if (kind === 'multiref') return { operation: 'soap_GetNumbers', bytes: multiRefNumbers(count) };
  if (kind === 'sms') {
    return {
      operation: 'soap_GetSmsByDate',
      bytes: answer('soap_GetSmsByDate', list('arSms', 'Sms', range(count).map(sms))),
    };
  }
  const records = list('arNumbers', 'Number', range(count).map(number));
  return { operation: 'soap_GetNumbers', bytes: answer('soap_GetNumbers', records) };
}

// test/bench/contenders.ts
var WSDL = new URL('../../wsdl/sms-service.wsdl', import.meta.url).pathname;
function decodeOurs(name2) {
  const { operation: operation2, bytes } = makeDocument(name2);
  const scope = Scope.root();
  const described = SmsService.operations[operation2];
  return () => readResponse(SmsService, described, toUtf8(bytes, 'utf-8'), DEFAULT_LIMITS, scope);
}
function decodeJson(name2) {
  const answer2 = decodeOurs(name2)();
  const bytes = Buffer.from(JSON.stringify(answer2.output), 'utf8');
  return () => JSON.parse(bytes.toString('utf8'));
}
async function decodeNodeSoap(name2) {
  const { bytes } = makeDocument(name2);
  const client = await soap.createClientAsync(WSDL);
  const { wsdl } = client;
  return () => wsdl.xmlToObject(bytes.toString('utf8'));
}
function decodeFastXmlParser(name2) {
  const { bytes } = makeDocument(name2);
  const parser = new XMLParser({
    ignoreAttributes: false,
    parseTagValue: false,
    removeNSPrefix: true,
    trimValues: false,
  });
  return () => parser.parse(bytes);
}
function decodeSaxes(name2) {
  const { bytes } = makeDocument(name2);
  return () => {
    const records = [];
    let record = {};
    let text2 = '';
    const parser = new SaxesParser({ xmlns: true });
    parser.on('opentag', ({ local }) => {
      text2 = '';
      if (local === 'item') record = {};
    });
    parser.on('text', (piece) => {
      text2 += piece;
    });
    parser.on('closetag', ({ local }) => {
      if (local === 'item') records.push(record);
      else record[local] = text2;
    });
    parser.write(bytes.toString('utf8')).close();
    return records;
  };
}
function sendMultiInput(name2) {
  const count = Number(name2.split(' ')[1]);
  const arTo = Array.from({ length: count }, (_, index) => String(485e8 + index));
  const sms_param2 = {
    arTo,
    from: 'Test',
    message: 'Za\u017C\xF3\u0142\u0107 g\u0119\u015Bl\u0105 ja\u017A\u0144 & <b>',
    test: 1,
  };
  return { client: { username: 'alice', password: 'sesame' }, sms_param: sms_param2 };
}
function encodeOurs(name2) {
  const { soap_SendMulti: soap_SendMulti2 } = SmsService.operations;
  const input = sendMultiInput(name2);
  return () => Buffer.from(writeMessage(SmsService, soap_SendMulti2, soap_SendMulti2.input, input), 'utf8');
}
async function encodeNodeSoap(name2) {
  const { client, sms_param: sms_param2 } = sendMultiInput(name2);
  const input = { client, sms_param: { ...sms_param2, arTo: { item: sms_param2.arTo } } };
  const soapClient = await soap.createClientAsync(WSDL);
  const { wsdl } = soapClient;
  return () => Buffer.from(wsdl.objectToRpcXML('soap_SendMulti', input, 'tns', 'urn:sms-service'), 'utf8');
}
var CONTENDERS = {
  'decode/ours': decodeOurs,
  'decode/JSON.parse': decodeJson,
  'decode/node-soap': decodeNodeSoap,
  'decode/fast-xml-parser': decodeFastXmlParser,
  'decode/saxes': decodeSaxes,
  'encode/ours': encodeOurs,
  'encode/node-soap': encodeNodeSoap,
};

// test/bench/statistics.ts
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

// test/bench/worker.ts
var [contender = '', name = '', budget = '1500'] = process.argv.slice(2);
var make = CONTENDERS[contender];
if (make === void 0) throw new Error(`no contender ${contender}`);
var job = await make(name);
function timeOf(calls2) {
  const start = performance.now();
  let last;
  for (let call = 0; call < calls2; call++) last = job();
  const time2 = (performance.now() - start) / calls2;
  if (last === void 0) throw new Error('the work gave nothing');
  return time2;
}
var first = timeOf(1);
var calls = Math.max(1, Math.round(2 / first));
var warm = performance.now() + Number(budget) / 3;
while (performance.now() < warm) timeOf(calls);
var times = [];
var end = performance.now() + Number(budget);
while (performance.now() < end || times.length < 5) times.push(timeOf(calls));
console.log(JSON.stringify({ ms: median(times) }));
