import { arrayOf, structOf } from './given.js';

const derived = (name: string, base: string, content: string, attributes = ''): string =>
  `<xsd:complexType name="${name}" ${attributes}><xsd:complexContent><xsd:extension base="tns:${base}">${content}` +
  '</xsd:extension></xsd:complexContent></xsd:complexType>';

/** A schema with every kind of type that is more than a struct, an array or a simple type. */
export const KINDS = [
  structOf(
    'Order',
    `<xsd:element name="id" type="xsd:long"/>
     <xsd:element name="note" type="xsd:string" minOccurs="0"/>
     <xsd:element name="lines" type="tns:Line" minOccurs="0" maxOccurs="unbounded"/>
     <xsd:element name="marks" type="xsd:string" nillable="true" maxOccurs="5"/>
     <xsd:element name="items"><xsd:complexType><xsd:sequence>
       <xsd:element name="name" type="xsd:string"/>
       <xsd:element name="sub"><xsd:complexType>
         <xsd:attribute name="depth" type="xsd:int"/>
       </xsd:complexType></xsd:element>
     </xsd:sequence></xsd:complexType></xsd:element>
     <xsd:element name="extra"/>
     <xsd:element ref="tns:stamp"/>
     <xsd:any minOccurs="0"/>`,
  ),
  '<xsd:element name="stamp" type="xsd:dateTime"/>',
  `<xsd:complexType name="Line"><xsd:sequence><xsd:element name="lang" type="xsd:string"/></xsd:sequence>
     <xsd:attribute name="lang" type="xsd:language"/><xsd:attribute name="no" use="required" type="xsd:int"/>
     <xsd:attribute name="old" use="prohibited"/><xsd:attribute ref="enc:arrayType"/></xsd:complexType>`,
  `<xsd:complexType name="Price"><xsd:simpleContent><xsd:extension base="xsd:decimal">
     <xsd:attribute name="currency" default="PLN"/><xsd:attributeGroup ref="tns:marked"/>
   </xsd:extension></xsd:simpleContent></xsd:complexType>`,
  '<xsd:attributeGroup name="marked"><xsd:attribute ref="xml:lang"/></xsd:attributeGroup>',
  `<xsd:complexType name="Shape"><xsd:choice><xsd:element name="circle" type="xsd:int"/>
     <xsd:sequence><xsd:element name="width" type="xsd:int"/><xsd:group ref="tns:sized"/></xsd:sequence>
     <xsd:sequence><xsd:element name="width" type="xsd:int"/></xsd:sequence></xsd:choice></xsd:complexType>`,
  '<xsd:group name="sized"><xsd:sequence><xsd:element name="height" type="xsd:int"/></xsd:sequence></xsd:group>',
  '<xsd:simpleType name="Sizes"><xsd:list itemType="xsd:int"/></xsd:simpleType>',
  '<xsd:simpleType name="Few"><xsd:restriction base="tns:Sizes"><xsd:maxLength value="2"/></xsd:restriction></xsd:simpleType>',
  '<xsd:simpleType name="Either"><xsd:union memberTypes="xsd:int xsd:string"/></xsd:simpleType>',
  arrayOf('Grid', 'xsd:int[,]'),
  arrayOf('Cubes', 'xsd:string[,,][]'),
  arrayOf('Bare', 'xsd:anyType[]'),
  `<xsd:complexType name="MoreGrid"><xsd:complexContent><xsd:restriction base="tns:Grid"/></xsd:complexContent></xsd:complexType>`,
  `<xsd:complexType name="Unknown"><xsd:complexContent><xsd:extension base="enc:Array"/></xsd:complexContent></xsd:complexType>`,
  structOf('Entity', '<xsd:element name="id" type="xsd:int"/>'),
  derived('User', 'Entity', '<xsd:sequence><xsd:element name="name" type="xsd:string"/></xsd:sequence>'),
  derived('Admin', 'User', '<xsd:sequence><xsd:element name="friend" type="tns:Entity" minOccurs="0"/></xsd:sequence>'),
  '<xsd:complexType name="Base" abstract="true"><xsd:sequence/></xsd:complexType>',
  derived('Only', 'Base', '<xsd:sequence><xsd:element name="base" type="tns:Base" nillable="true"/></xsd:sequence>'),
  structOf('Array', '<xsd:element name="self" type="tns:Array"/>'),
  structOf('Left', '<xsd:element name="right" type="tns:Right"/>'),
  structOf('Right', '<xsd:element name="left" type="tns:Left"/><xsd:element name="order" type="tns:Order"/>'),
].join('\n');

const TYPES = 'Order Price Shape Sizes Few Either Grid Cubes Bare MoreGrid Unknown Entity Base Array Right';

/** Parts of these types, called like them. */
export const KINDS_PARTS = [
  ...TYPES.split(' ').map((name) => `<wsdl:part name="${name}" type="tns:${name}"/>`),
  '<wsdl:part name="map" type="apache:Map" xmlns:apache="http://xml.apache.org/xml-soap"/>',
].join('');
