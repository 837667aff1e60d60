import { IS_COMPILED } from './is-compiled.ts';

/** Returns the command line that starts this service, or runs one of its commands. */
export function toCommandLine(command?: string): string {
  if (IS_COMPILED) return ['npx embedded-dashboard-service', command ?? []].flat().join(' ');
  return command ? `npm run --silent service -- ${command}` : 'npm run service';
}
