// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Is told what becomes of a call: once that it was answered, opened or has failed.
package protocol CallSink: AnyObject {
  /// The whole answer has come.
  func answered(_ answer: consuming BackendAnswer)
  /// A response has come before the answer of a streamed call.
  func informed(_ interim: Response)
  /// A request with a streamed body is on its way, and the service takes more of the body. From `opened` on the
  /// exchange tells that itself.
  func hasRoom(_ call: OpenCall)
  /// The head of a streamed call's answer has come. The call is told when the answer was read.
  func opened(_ call: OpenCall)
  /// No attempt has succeeded, and there will be no other.
  func failed(_ fault: BackendFault)
}

// A call is either collected or streamed.
extension CallSink {
  package func answered(_ answer: consuming BackendAnswer) {}
  package func informed(_ interim: Response) {}
  package func hasRoom(_ call: OpenCall) {}
  package func opened(_ call: OpenCall) {}
}
