import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { buildSite } from './build-site.ts'
import { repository } from './site-pages.ts'

const usage = `Usage: npm run docs

Builds the documentation site into .outturn/docs/site, which npm start serves at /docs when it is there. The first run installs
VitePress into .outturn/docs, outside the ordinary installation.
`

const { values } = parseArgs({ options: { help: { type: 'boolean', short: 'h' } } })
if (values.help === true) process.stdout.write(usage)
else process.stdout.write(`${relative(repository, await buildSite())}\n`)
