import { createHash } from 'node:crypto'
import { basename, extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

export type Asset = { readonly contentType: string; readonly bytes: Uint8Array }

/** The files that pages refer to. The name of each has the hash of its content, so it never changes. */
export type PageAssets = {
  readonly stylesheet: string
  readonly verifyScript: string
  /** By name, without the folder. */
  readonly files: ReadonlyMap<string, Asset>
}

export const assetFolder = '/assets'

let built: Promise<PageAssets> | undefined

/** The page scripts, bundled with the published receipt verifier, and the stylesheet: once in a process, at start, in memory. */
export function buildAssets(): Promise<PageAssets> {
  built ??= bundleAll()
  return built
}

async function bundleAll(): Promise<PageAssets> {
  try {
    return await bundled()
  } finally {
    // The bundler is a process of its own, which would stay as long as this one.
    await stop()
  }
}

async function bundled(): Promise<PageAssets> {
  const files = new Map<string, Asset>()
  // A built copy of this module lies beside built copies of the others.
  const script = await bundle(`./browser/verify-receipt${extname(import.meta.url)}`)
  const stylesheet = await bundle('./page.css')
  return {
    verifyScript: keep(files, 'verify-receipt', '.js', {
      contentType: 'text/javascript; charset=utf-8',
      bytes: script,
    }),
    stylesheet: keep(files, 'page', '.css', { contentType: 'text/css; charset=utf-8', bytes: stylesheet }),
    files,
  }
}

async function bundle(source: string): Promise<Uint8Array> {
  const entry = fileURLToPath(new URL(source, import.meta.url))
  const { outputFiles } = await build({
    entryPoints: [entry],
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
  if (output === undefined) throw new Error(`${basename(entry)} bundled to nothing`)
  return output.contents
}

function keep(files: Map<string, Asset>, name: string, extension: string, asset: Asset): string {
  const hash = createHash('sha256').update(asset.bytes).digest('hex').slice(0, 16)
  const file = `${name}-${hash}${extension}`
  files.set(file, asset)
  return `${assetFolder}/${file}`
}
