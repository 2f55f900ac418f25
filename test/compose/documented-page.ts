import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../gates/run-program.ts'

/** The commands of each section of a page, in order, by the heading of the section. They are run as they are printed. */
export function documentedSections(page: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(join(repository, page), 'utf8')
  const sections = text.split(/^##+ /m).slice(1)
  return new Map(
    sections.map((section) => [
      section.slice(0, section.indexOf('\n')),
      [...section.matchAll(/^ {4}((?:npm|docker|curl|sed|export) .*)$/gm)].map(([, command = '']) => command),
    ]),
  )
}

/** A printed command as Debian's Compose 1.29 takes it: the page says so. The image was built before. */
export function asRun(command: string, known: Readonly<Record<string, string>>): string {
  const filled = Object.entries(known).reduce(
    (text, [placeholder, value]) => text.replaceAll(placeholder, value),
    command,
  )
  return filled
    .replace(/^docker compose/, 'docker-compose')
    .replace(/ --wait\b/, '')
    .replace(/ --build\b/, '')
    .replace(/^docker-compose run /, 'docker-compose run -T ')
}
