#!/usr/bin/env node
import { Interruption } from './running/interruption.js';

// Before all else is loaded: whoever ends the command in its first moments is told the same as later.
const interruption = new Interruption();
void import('./start.js').then(({ start }) => start(interruption));
