#!/usr/bin/env node
import { conformance } from './main.ts';

process.exitCode = await conformance(process.argv.slice(2), 'twinhaus-conformance');
