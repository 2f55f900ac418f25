import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The modules that a program loads by importing one package and doing what `then` says. */
function modulesLoadedBy(name: string, then = ''): string[] {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
    const imported = await import('${name}')
    ${then}
    console.log(JSON.stringify(loaded))`
  const options = { cwd: import.meta.dirname, encoding: 'utf8' } as const
  return JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], options))
}

const engines = /node_modules\/(?:re2js|json-p3)\//
const judging = /\/libs\/(?:evaluation|policy)\//

test('speaking on the bus loads neither engine of the checkers, nor what judges runs and reads texts', () => {
  const loaded = modulesLoadedBy('@outturn/contracts')
  expect(loaded.some((url) => url.includes('/libs/checkers/'))).toBe(true)
  expect(loaded.filter((url) => engines.test(url) || judging.test(url))).toEqual([])
})

test('an engine is loaded by the first check that needs it', () => {
  expect(modulesLoadedBy('@outturn/checkers').filter((url) => engines.test(url))).toEqual([])
  const check = `{ checker: 'json_path', path: '$.sku', operator: 'matches', value: '[A-Z]+' }`
  const loaded = modulesLoadedBy('@outturn/checkers', `imported.findParameterProblem(${check})`)
  expect(loaded.filter((url) => /\/re2js\//.test(url))).not.toEqual([])
  expect(loaded.filter((url) => /\/json-p3\//.test(url))).not.toEqual([])
})
