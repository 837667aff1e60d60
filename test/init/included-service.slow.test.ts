import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ApplicationFolder, packageFile } from './application-folder.ts';

const VITE = { 'package.json': packageFile(['vite']) };
const packageFolder = process.cwd();

it('writes the key of the included service only if git ignores the file, and never prints it', async () => {
  process.env.SERVICE_API_KEY = 'a-SECRET-key-of-the-demo';
  try {
    const known = new ApplicationFolder({ ...VITE, '.env': 'A=1\n' });
    execFileSync('git', ['add', '.env'], { cwd: known.path });
    await known.run(['--yes'], { packageFolder });
    expect(known.read('.env')).toMatch(/^A=1\n/);
    expect(known.read('.env')).not.toContain('SECRET');
    const unknown = new ApplicationFolder({ ...VITE, '.gitignore': 'dist' });
    await unknown.run(['--yes'], { packageFolder });
    expect(unknown.read('.env')).toContain('SECRET');
    expect(unknown.read('.gitignore')).toBe('dist\n.env\n');
    const ignored = new ApplicationFolder({ ...VITE, '.gitignore': '*.local\n' });
    const { stdout } = await ignored.run(['--yes'], { packageFolder });
    expect(ignored.read('.env.local')).toContain('DASHBOARD_API_KEY=a-SECRET-key-of-the-demo\n');
    const dry = new ApplicationFolder({ ...VITE, '.gitignore': '.env\n' });
    const { stdout: shown } = await dry.run(['--dry-run'], { packageFolder });
    expect(shown).toContain('+ DASHBOARD_API_KEY=…\n');
    expect(stdout + shown).not.toContain('SECRET');
  } finally {
    delete process.env.SERVICE_API_KEY;
  }
});
