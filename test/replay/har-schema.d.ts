declare module 'har-schema' {
  const schemas: Readonly<Record<string, { readonly $schema: string }>>;
  export default schemas;
}
