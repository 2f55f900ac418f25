// Compiles contracts. Usage: compile-main.ts <source file>… Prints their code as JSON: `runs` as it lies on a chain, `deploys` as a
// transaction brings it there. A program of its own, because the compiler keeps a few hundred megabytes of the process that loads it.
import { readFileSync } from 'node:fs'
import solc from 'solc'

type Code = { object: string }
type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { bytecode: Code; deployedBytecode: Code } }>>
}

/** Each source by itself and under one name: both are part of the code. */
function codesOf(file: string): [string, { runs: string; deploys: string }][] {
  const input = {
    language: 'Solidity',
    sources: { contracts: { content: readFileSync(file, 'utf8') } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      viaIR: true,
      outputSelection: { '*': { '*': ['evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const { errors = [], contracts = {} } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
  const failures = errors.filter(({ severity }) => severity === 'error')
  if (failures.length > 0) {
    throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'))
  }
  return Object.entries(contracts['contracts'] ?? {}).map(([name, { evm }]) => [
    name,
    { runs: `0x${evm.deployedBytecode.object}`, deploys: `0x${evm.bytecode.object}` },
  ])
}

process.stdout.write(JSON.stringify(Object.fromEntries(process.argv.slice(2).flatMap(codesOf))))
