// Compiles the contracts of the local chain: node compile-main.ts <source file>. Prints their code as JSON. A program of its own,
// because the compiler keeps a few hundred megabytes of the process that loads it.
import { readFileSync } from 'node:fs'
import solc from 'solc'

type Compiled = {
  errors?: { severity: string; formattedMessage: string }[]
  contracts?: Record<string, Record<string, { evm: { deployedBytecode: { object: string } } }>>
}

const [file = ''] = process.argv.slice(2)
const input = {
  language: 'Solidity',
  sources: { contracts: { content: readFileSync(file, 'utf8') } },
  settings: {
    optimizer: { enabled: true, runs: 200 },
    viaIR: true,
    outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
  },
}
const { errors = [], contracts = {} } = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled
const failures = errors.filter(({ severity }) => severity === 'error')
if (failures.length > 0) {
  throw new Error(failures.map(({ formattedMessage }) => formattedMessage).join('\n'))
}
const codes = Object.entries(contracts['contracts'] ?? {}).map(([name, { evm }]) => [
  name,
  `0x${evm.deployedBytecode.object}`,
])
process.stdout.write(JSON.stringify(Object.fromEntries(codes)))
