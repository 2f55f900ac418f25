import { version } from '../version.ts'

interface Runtime {
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> }
  readonly Deno?: { readonly version?: { readonly deno?: string } }
  readonly Bun?: { readonly version?: string }
  readonly EdgeRuntime?: unknown
  readonly navigator?: { readonly userAgent?: string }
  readonly document?: unknown
}

/**
 * Name and version of the client and of what runs it: `outturn-sdk/1.0.0 node/24`. None in a browser, which names itself and would
 * ask the service for permission to send another name.
 */
export function userAgent(runtime: Runtime = globalThis): string | undefined {
  if (runtime.document !== undefined) return undefined
  const host = hostOf(runtime)
  return host === undefined ? `outturn-sdk/${version}` : `outturn-sdk/${version} ${host}`
}

// Bun and Deno have a `process` too, so they are asked first.
function hostOf({ Bun: bun, Deno: deno, process: node, EdgeRuntime: edge, navigator: own }: Runtime) {
  if (bun !== undefined) return named('bun', bun.version)
  if (deno !== undefined) return named('deno', deno.version?.deno)
  if (own?.userAgent === 'Cloudflare-Workers') return 'workerd'
  if (edge !== undefined) return 'edge'
  return node?.versions?.['node'] === undefined ? undefined : named('node', node.versions['node'])
}

function named(name: string, fullVersion = ''): string {
  return `${name}/${fullVersion.split('.')[0]}`
}
