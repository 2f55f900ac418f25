/** The result of a run. */
export const verdicts = ['pass', 'partial', 'fail', 'uncertain'] as const
export type Verdict = (typeof verdicts)[number]

/** The result of one unit: a unit is never partial. */
export const unitVerdicts = ['pass', 'fail', 'uncertain'] as const
export type UnitVerdict = (typeof unitVerdicts)[number]

/** The result of one condition of a run. */
export const conditionOutcomes = [...verdicts, 'not_evaluated', 'not_applicable'] as const
export type ConditionOutcome = (typeof conditionOutcomes)[number]

/** Whether a condition must pass. */
export const conditionRequirements = ['mandatory', 'optional'] as const
export type ConditionRequirement = (typeof conditionRequirements)[number]
