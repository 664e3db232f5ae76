// Makes a bundle: node bundle.mjs BUNDLER FORMAT ENTRY FILE
import { basename, dirname, resolve } from 'node:path';

const [bundler, format, entry, file] = process.argv.slice(2);

/** Neither warns of anything, for which a user would have to set something. */
function quiet(warnings) {
  if (warnings.length > 0) throw new Error(warnings.map((warning) => warning.text ?? warning.message).join('\n'));
}

const BUNDLERS = {
  async esbuild() {
    const { build } = await import('esbuild');
    const options = { entryPoints: [entry], outfile: file, format, bundle: true, platform: 'node', target: 'node20' };
    quiet((await build(options)).warnings);
  },
  async webpack() {
    const { default: webpack } = await import('webpack');
    const isEs = format === 'esm';
    const options = {
      mode: 'production',
      target: 'node20',
      entry: resolve(entry),
      output: {
        path: dirname(resolve(file)),
        filename: basename(file),
        module: isEs,
        library: { type: isEs ? 'module' : 'commonjs2' },
      },
      experiments: { outputModule: isEs },
      optimization: { minimize: false },
      performance: false,
    };
    const stats = await new Promise((done, fail) =>
      webpack(options, (error, result) =>
        error ? fail(error) : done(result.toJson({ all: false, errors: true, warnings: true })),
      ),
    );
    quiet([...stats.errors, ...stats.warnings]);
  },
  async rollup() {
    const { rollup } = await import('rollup');
    const { default: commonJs } = await import('@rollup/plugin-commonjs');
    const { default: nodeResolve } = await import('@rollup/plugin-node-resolve');
    const warnings = [];
    const plugins = [nodeResolve({ exportConditions: ['node'] }), commonJs()];
    const bundle = await rollup({ input: entry, plugins, onwarn: (warning) => warnings.push(warning) });
    await bundle.write({ file, format: format === 'esm' ? 'es' : 'cjs', inlineDynamicImports: true });
    quiet(warnings);
  },
};
await BUNDLERS[bundler]();
