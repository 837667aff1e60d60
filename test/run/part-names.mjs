import process from 'node:process';
import { TIERS } from './tiers.mjs';

// Prints the names of a tier's parts as JSON, for workflows.
console.log(JSON.stringify(TIERS[process.argv[2]].names));
