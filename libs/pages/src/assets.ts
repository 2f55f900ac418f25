import { createHash } from 'node:crypto'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

export type Asset = { readonly contentType: string; readonly bytes: Uint8Array }

/** The scripts of the kit: that of the console, and the copy buttons of every other page with code. */
const ownScripts = ['console', 'copy-code'] as const
type OwnScript = (typeof ownScripts)[number]

/** The files that pages refer to. The name of each has the hash of its content, so it never changes. */
export type BuiltAssets<Script extends string = string> = {
  /** Path of the one stylesheet. */
  readonly stylesheet: string
  /** Path of each script by its name. */
  readonly scripts: Readonly<Record<Script | OwnScript, string>>
  /** By name, without the folder. */
  readonly files: ReadonlyMap<string, Asset>
}

export const assetFolder = '/assets'

/** Bundles the stylesheet of all pages, the scripts of the kit and the given ones, in memory. */
export async function buildAssets<Script extends string>(
  scripts: Readonly<Record<Script, URL>>,
): Promise<BuiltAssets<Script>> {
  const files = new Map<string, Asset>()
  try {
    const paths = [...ownSources(), ...Object.entries<URL>(scripts)].map(async ([name, source]) => {
      const bytes = await bundle(source)
      return [name, keep(files, `${name}.js`, { contentType: 'text/javascript; charset=utf-8', bytes })]
    })
    const style = await bundle(new URL('./tokens.css', import.meta.url))
    return {
      stylesheet: keep(files, 'tokens.css', { contentType: 'text/css; charset=utf-8', bytes: style }),
      scripts: Object.fromEntries(await Promise.all(paths)) as Record<Script | OwnScript, string>,
      files,
    }
  } finally {
    // The bundler is a process of its own, which would stay as long as this one.
    await stop()
  }
}

function ownSources(): [string, URL][] {
  // A built copy of this module lies beside built copies of the scripts.
  const ending = extname(import.meta.url)
  return ownScripts.map((name) => [name, new URL(`./browser/${name}${ending}`, import.meta.url)])
}

async function bundle(source: URL): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: ['es2022'],
    legalComments: 'none',
    logLevel: 'silent',
  })
  const [output] = outputFiles
  if (output === undefined) throw new Error(`${source.pathname} bundled to nothing`)
  return output.contents
}

function keep(files: Map<string, Asset>, name: string, asset: Asset): string {
  const hash = createHash('sha256').update(asset.bytes).digest('hex').slice(0, 16)
  const file = name.replace(/(?=\.\w+$)/, `-${hash}`)
  files.set(file, asset)
  return `${assetFolder}/${file}`
}
