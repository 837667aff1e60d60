import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';

const REQUEST =
  'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 1 -subj /CN=localhost'.split(
    ' ',
  );

/** Makes a certificate that signs itself, which no client trusts, and its key. Paths are relative to `cwd`. */
export function makeCertificate(
  { key, certificate }: { key: string; certificate: string },
  options: Pick<ExecFileSyncOptions, 'cwd' | 'uid' | 'gid'> = {},
): void {
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', [...REQUEST, ...files], { stdio: 'ignore', ...options });
}
