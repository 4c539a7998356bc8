// SPDX-License-Identifier: Apache-2.0

/// What a regular expression says.
indirect enum Pattern {
  case character(UInt32)
  case set(CharacterSet)
  case start
  case end
  case sequence([Pattern])
  case choice([Pattern])
  case repeated(Pattern, least: Int, most: Int?)
}
