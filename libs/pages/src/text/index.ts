export { minuteText } from './minute-text.ts'
export { visibleText } from './visible-text.ts'
