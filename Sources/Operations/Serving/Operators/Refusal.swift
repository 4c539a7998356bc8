// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The refusal of what an operator asks for, as the operators' listener answers it.
///
/// ```swift
/// throw Refusal(.notFound, "there is no site \(name); expected one of \(names)")
/// ```
package struct Refusal: Error, CustomStringConvertible {
  package let status: Status
  package let description: String

  /// - Parameters:
  ///   - status: the status of the answer.
  ///   - description: what is wrong, the value seen, and what was expected.
  package init(_ status: Status, _ description: String) {
    (self.status, self.description) = (status, description)
  }
}
