// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Is told what becomes of a call: once that it was answered, opened or has failed.
package protocol CallSink: AnyObject {
  /// The whole answer has come.
  func answered(_ answer: consuming BackendAnswer)
  /// A response has come before the answer of a streamed call.
  func informed(_ interim: Response)
  /// The head of a streamed call's answer has come; a request with a streamed body is on its way. It is
  /// told when the answer was read.
  func opened(_ call: OpenCall)
  /// No attempt has succeeded, and there will be no other.
  func failed(_ fault: BackendFault)
}

// A call is either collected or streamed.
extension CallSink {
  package func answered(_ answer: consuming BackendAnswer) {}
  package func informed(_ interim: Response) {}
  package func opened(_ call: OpenCall) {}
}
