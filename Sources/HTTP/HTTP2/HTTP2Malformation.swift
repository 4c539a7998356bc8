// SPDX-License-Identifier: Apache-2.0

/// Reason why a message is malformed (RFC 9113 section 8.1.1): its stream is reset, the session
/// lives.
package enum HTTP2Malformation: Sendable, Hashable, CaseIterable {
  case unknownPseudoField
  case repeatedPseudoField
  case pseudoFieldAfterField
  case pseudoFieldInTrailers
  case missingPseudoField
  case invalidMethod
  case invalidScheme
  case invalidAuthority
  case invalidPath
  case invalidStatus
  case authorityDiffersFromHost
  case connectForm
  case invalidFieldName
  case invalidFieldValue
  case connectionSpecificField
  case invalidContentLength
  case contentLengthMismatch
  case trailersWithoutEnd
  case contentBeforeHead
  case tooManyInterimHeads

  /// For metrics.
  package var label: StaticString {
    switch self {
    case .unknownPseudoField: "unknown_pseudo_field"
    case .repeatedPseudoField: "repeated_pseudo_field"
    case .pseudoFieldAfterField: "pseudo_field_after_field"
    case .pseudoFieldInTrailers: "pseudo_field_in_trailers"
    case .missingPseudoField: "missing_pseudo_field"
    case .invalidMethod: "invalid_method"
    case .invalidScheme: "invalid_scheme"
    case .invalidAuthority: "invalid_authority"
    case .invalidPath: "invalid_path"
    case .invalidStatus: "invalid_status"
    case .authorityDiffersFromHost: "authority_differs_from_host"
    case .connectForm: "connect_form"
    case .invalidFieldName: "invalid_field_name"
    case .invalidFieldValue: "invalid_field_value"
    case .connectionSpecificField: "connection_specific_field"
    case .invalidContentLength: "invalid_content_length"
    case .contentLengthMismatch: "content_length_mismatch"
    case .trailersWithoutEnd: "trailers_without_end"
    case .contentBeforeHead: "content_before_head"
    case .tooManyInterimHeads: "too_many_interim_heads"
    }
  }
}
