import { expect, test } from 'vitest'
import { sectionsOf } from './guide-sections.ts'

test('a page is cut at its headings, and what stands before the first has the name of the page', () => {
  expect(sectionsOf('a', 'Before.\n# One\n\nText.\n### Two\nMore.\n## Empty\n')).toEqual([
    { page: 'a', title: 'a', text: 'Before.' },
    { page: 'a', title: 'One', text: 'Text.' },
    { page: 'a', title: 'Two', text: 'More.' },
  ])
})

test('a line of code is no heading, and code is not cut', () => {
  const code = `\`\`\`sh\n# a comment\n${'echo long\n'.repeat(300)}\`\`\``
  const sections = sectionsOf('a', `# One\n${code}`)
  expect(sections.map(({ title }) => title)).toEqual(['One'])
  expect(sections[0]?.text).toBe(code)
})

test('a long section is several, between lines, and nothing is lost', () => {
  const lines = Array.from({ length: 200 }, (_, index) => `| ${index} | ${'x'.repeat(30)} |`)
  const sections = sectionsOf('a', `# One\n${lines.join('\n')}`)
  expect(sections.length).toBeGreaterThan(1)
  expect(sections.every(({ title, text }) => title === 'One' && text.length <= 2_000)).toBe(true)
  expect(sections.map(({ text }) => text).join('\n')).toBe(lines.join('\n'))
})
