import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { say } from './handler.mjs';

const [source, format] = { module: ['worker.mjs', 'esm'], 'service-worker': ['service-worker.mjs', 'iife'] }[
  process.argv[2]
];
const { outputFiles } = await build({
  entryPoints: [new URL(source, import.meta.url).pathname],
  bundle: true,
  write: false,
  format,
  platform: 'neutral',
  external: ['node:*'],
});
const script = outputFiles[0].text;
const miniflare = new Miniflare({
  modules: format === 'esm',
  script,
  host: '127.0.0.1',
  port: 0,
  compatibilityDate: '2026-01-01',
  compatibilityFlags: ['nodejs_compat'],
  handleRuntimeStdio: (stdout, stderr) => {
    stdout.pipe(process.stdout);
    stderr.pipe(process.stderr);
  },
});
say({ port: Number((await miniflare.ready).port) });
