#!/usr/bin/env node
import { Interruption } from './running/interruption.js';

// Signals are handled before the other modules are loaded.
const interruption = new Interruption();
void import('./start.js').then(({ start }) => start(interruption));
