// SPDX-License-Identifier: Apache-2.0

/// The syntax tree of a regular expression.
indirect enum Pattern {
  case character(UInt32)
  case set(CharacterSet)
  case start
  case end
  case sequence([Pattern])
  case choice([Pattern])
  case repeated(Pattern, least: Int, most: Int?)
}
