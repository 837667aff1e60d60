import type { ApiCodeValues, CodeBlock } from './code-block.ts';
import { toCsharpCode } from './csharp.ts';
import { toCurlCode } from './curl.ts';
import { toElementCode } from './element.ts';
import { toJavaCode } from './java.ts';
import { toNodeCode } from './node.ts';
import { toPhpCode } from './php.ts';
import { toPythonCode } from './python.ts';

/** The placeholder in the code for an API key that is not revealed. */
export const HIDDEN_API_KEY = '<API_KEY>';

/** The code of a dashboard in one language. */
export interface ApiCodeTab {
  /** The id of the tab in addresses and in the page. */
  id: 'element' | 'node' | 'curl' | 'python' | 'php' | 'csharp' | 'java';
  /** The text of the tab. */
  title: string;
  /** The files of the code. */
  blocks: CodeBlock[];
}

/**
 * Creates ready-made code that shows one dashboard: a session id, GetToken, the display address, Logout. The code
 * contains the given API key: {@link HIDDEN_API_KEY} until the key is revealed.
 */
export function createApiCode(given: ApiCodeValues): ApiCodeTab[] {
  const values = { ...given, baseUrl: given.baseUrl.replace(/\/+$/, '') };
  return [
    { id: 'element', title: 'HTML and Node host', blocks: toElementCode(values) },
    { id: 'node', title: 'Node', blocks: toNodeCode(values) },
    { id: 'curl', title: 'curl', blocks: toCurlCode(values) },
    { id: 'python', title: 'Python', blocks: toPythonCode(values) },
    { id: 'php', title: 'PHP', blocks: toPhpCode(values) },
    { id: 'csharp', title: 'C#', blocks: toCsharpCode(values) },
    { id: 'java', title: 'Java', blocks: toJavaCode(values) },
  ];
}
