import Link from 'next/link';
import { Dashboard } from './dashboard';

export default function Page() {
  return (
    <>
      <h1>Next.js</h1>
      <Dashboard guid="6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1" />
      <Link href="/minimal">Minimal</Link>
    </>
  );
}
