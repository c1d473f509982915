#!/usr/bin/env node
// Runs the binary of this platform, and ends as it does.
'use strict';
const { spawnSync } = require('child_process');

const program = process.platform === 'win32' ? 'hclx.exe' : 'hclx';
const platform = `@hclx/cli-${process.platform}-${process.arch}`;
let file;
try {
  file = require.resolve(`${platform}/${program}`);
} catch {
  console.error(`hclx: the package ${platform} is not installed: install hclx with its optional dependencies`);
  console.error('hclx: on a platform without such a package, build it with `cargo install --locked hclx`');
  process.exit(2);
}
const run = spawnSync(file, process.argv.slice(2), { stdio: 'inherit' });
if (run.error) {
  console.error(`hclx: cannot run ${program}: ${run.error.message}`);
  process.exit(2);
}
if (run.signal) {
  process.kill(process.pid, run.signal);
} else {
  process.exit(run.status);
}
