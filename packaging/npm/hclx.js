#!/usr/bin/env node
// Runs the binary beside this file, and ends as it does.
'use strict';
const { spawnSync } = require('child_process');
const path = require('path');

const name = process.platform === 'win32' ? 'hclx.exe' : 'hclx';
const run = spawnSync(path.join(__dirname, name), process.argv.slice(2), { stdio: 'inherit' });
if (run.error) {
  console.error(`hclx: cannot run ${name}: ${run.error.message}`);
  process.exit(2);
}
if (run.signal) {
  process.kill(process.pid, run.signal);
} else {
  process.exit(run.status);
}
