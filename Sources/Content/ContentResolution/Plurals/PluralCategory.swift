// SPDX-License-Identifier: Apache-2.0

/// The form of a word that goes with a number, by CLDR's names.
package enum PluralCategory: String, CaseIterable, Sendable, Hashable {
  case zero
  case one
  case two
  case few
  case many
  case other
}
