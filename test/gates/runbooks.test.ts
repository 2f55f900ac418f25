import { allAlerts } from '@outturn/monitoring'
import { expect, test } from 'vitest'
import { printedSteps } from '../monitoring/runbooks/printed-steps.ts'
import { allWalks, readOnly } from '../monitoring/runbooks/walks/index.ts'

test('every alert that wakes someone is walked by `npm run runbooks`, or says why it can only be read', () => {
  const covered = [...allWalks.flatMap(({ alerts }) => alerts), ...Object.keys(readOnly)].toSorted()
  const known = allAlerts.map(({ name }) => name).filter((name) => name !== 'OutturnFaultRecent')
  expect(covered).toEqual(known.toSorted())
})

test('commands, statements, expressions and log lines are read from the page as they are printed', () => {
  const steps = printedSteps()
  expect(steps.get('OutturnLedgerNotZero')).toEqual([
    { kind: 'command', text: 'npm run admin -- credits books' },
    { kind: 'log', text: 'the ledger is wrong' },
  ])
  const [statement] = steps.get('OutturnOutboxOld') ?? []
  expect(statement).toMatchObject({
    kind: 'statement',
    text: expect.stringMatching(/^select subject, waiting_for/),
  })
  expect(steps.get('OutturnEventLoopLate')).toEqual([
    { kind: 'expression', text: 'process_cpu_seconds_total' },
  ])
  expect([...steps.values()].flat().length).toBeGreaterThan(60)
})
