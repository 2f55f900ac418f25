import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { outsideCode } from './page-links.ts'
import { runProgram } from './run-program.ts'
import { repository } from './site-pages.ts'
import { stagePages } from './stage-pages.ts'

/** Where the tools of the site and what is made of the pages lie; nothing of it is part of the ordinary installation. */
const work = join(repository, '.outturn/docs')
const source = join(repository, 'deploy/docs/vitepress')

/** The folder that the gateway serves. */
export const siteFolder = join(work, 'site')

/** Installs VitePress, unless it is there, and builds the site. */
export async function buildSite(): Promise<string> {
  await installTools()
  const pages = join(work, 'pages')
  await stagePages(pages)
  const built = join(work, 'built')
  rmSync(built, { recursive: true, force: true })
  await runProgram(join(work, 'node_modules/.bin/vitepress'), ['build', pages, '--outDir', built], work)
  for (const name of globSync('**/*.{md,txt}', { cwd: built })) {
    const file = join(built, name)
    writeFileSync(file, underBase(readFileSync(file, 'utf8')))
  }
  writeFileSync(join(built, policyFile), `${JSON.stringify(contentPolicy(built), null, 2)}\n`)
  rmSync(siteFolder, { recursive: true, force: true })
  renameSync(built, siteFolder)
  return siteFolder
}

/** The Markdown of a page has its links as they were written, from the start of the site; readers follow them from the start of the service. */
export function underBase(markdown: string): string {
  return outsideCode(markdown, (text) => text.replaceAll(/\]\(\/(?!docs\/)/g, '](/docs/'))
}

async function installTools(): Promise<void> {
  const lock = readFileSync(join(source, 'package-lock.json'))
  const stamp = join(work, 'node_modules/.installed')
  const wanted = createHash('sha256').update(lock).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(work, { recursive: true })
  for (const name of ['package.json', 'package-lock.json']) cpSync(join(source, name), join(work, name))
  await runProgram('npm', ['ci', '--ignore-scripts', '--loglevel=error'], work)
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** What the pages of the site run inline; the gateway allows nothing else. */
export type ContentPolicy = {
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
  readonly styleAttributes: readonly string[]
}

export const policyFile = 'content-policy.json'

/** The hashes of every inline script and `style` attribute of the pages. */
export function contentPolicy(folder: string): ContentPolicy {
  const scripts = new Set<string>()
  const attributes = new Set<string>()
  for (const name of globSync('**/*.html', { cwd: folder })) {
    const html = readFileSync(join(folder, name), 'utf8')
    for (const script of inlineScripts(html)) scripts.add(hashOf(script))
    for (const [, style = ''] of html.matchAll(/<\w[^>]* style="([^"]*)"/g)) attributes.add(hashOf(style))
  }
  return {
    scripts: [...scripts].toSorted(),
    styles: [hashOf(noTransitions)],
    styleAttributes: [...attributes].toSorted(),
  }
}

export function inlineScripts(html: string): readonly string[] {
  const scripts = html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)
  return Array.from(scripts, ([, text = '']) => text)
}

export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

/** The style that the theme adds for the moment in which it changes between light and dark. */
const noTransitions =
  '*,*::before,*::after{-webkit-transition:none!important;-moz-transition:none!important;-o-transition:none!important;-ms-transition:none!important;transition:none!important}'
