import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { Miniflare } from 'miniflare';
import { say } from './handler.mjs';

const [, , worker = 'worker.mjs'] = process.argv;
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL(worker, import.meta.url))],
  bundle: true,
  write: false,
  format: 'esm',
  platform: 'neutral',
  external: ['node:*'],
});
const miniflare = new Miniflare({
  modules: true,
  script: outputFiles[0].text,
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
