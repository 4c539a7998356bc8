// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension ResourceProblem {
  /// A code for programs; none is ever renamed.
  package enum Code: String, Sendable, CaseIterable {
    case aborted
    case badCode = "bad-code"
    case badDigest = "bad-digest"
    case badFilter = "bad-filter"
    case badForm = "bad-form"
    case badGrants = "bad-grants"
    case badID = "bad-id"
    case badJSON = "bad-json"
    case badKey = "bad-key"
    case badOperation = "bad-operation"
    case badPage = "bad-page"
    case badParameter = "bad-parameter"
    case badRange = "bad-range"
    case badTypes = "bad-types"
    case badUpload = "bad-upload"
    case cannotDecode = "cannot-decode"
    case changedMeanwhile = "changed-meanwhile"
    case closed
    case crossSite = "cross-site"
    case damaged
    case deleted
    case digest
    case emailTaken = "email-taken"
    case epochChanged = "epoch-changed"
    case full
    case hookAway = "hook-away"
    case idTaken = "id-taken"
    case `internal`
    case invalid
    case keyReused = "key-reused"
    case known
    case maxAffected = "max-affected"
    case mediaType = "media-type"
    case method
    case moved
    case noIndex = "no-index"
    case notAllowed = "not-allowed"
    case notFound = "not-found"
    case onlySignIn = "only-sign-in"
    case overloaded
    case pastHorizon = "past-horizon"
    case provider
    case quota
    case referred
    case refused
    case renewed
    case rights
    case rightsChanged = "rights-changed"
    case secondFactor = "second-factor"
    case signInRefused = "sign-in-refused"
    case storeAway = "store-away"
    case takenOver = "taken-over"
    case tooCostly = "too-costly"
    case tooLarge = "too-large"
    case tooLong = "too-long"
    case tooMany = "too-many"
    case tooManyAttempts = "too-many-attempts"
    case tooManyStreams = "too-many-streams"
    case tooManyUploads = "too-many-uploads"
    case types
    case typesChanged = "types-changed"
    case unavailable
    case unknownType = "unknown-type"
    case unwritable
    case uploadOffset = "upload-offset"
    case version

    /// The status of a problem with the code, unless it states another one.
    var status: Status {
      switch self {
      case .badDigest, .badFilter, .badForm, .badJSON, .badKey, .badOperation, .badPage,
        .badParameter, .badRange, .badUpload, .digest, .maxAffected, .noIndex, .tooCostly:
        .badRequest
      case .rights, .secondFactor, .signInRefused: .unauthorized
      case .closed, .crossSite, .deleted, .notAllowed: .forbidden
      case .notFound, .unknownType: .notFound
      case .method: .methodNotAllowed
      case .aborted, .cannotDecode, .changedMeanwhile, .emailTaken, .idTaken, .known, .onlySignIn,
        .referred, .renewed, .takenOver, .types, .uploadOffset:
        .conflict
      case .epochChanged, .pastHorizon, .rightsChanged, .typesChanged: .gone
      case .version: .preconditionFailed
      case .tooLarge, .tooLong, .tooMany: .contentTooLarge
      case .mediaType: .unsupportedMediaType
      case .badCode, .badGrants, .badID, .badTypes, .invalid, .keyReused, .refused:
        .unprocessableContent
      case .tooManyAttempts: .tooManyRequests
      case .damaged, .internal, .unwritable: .internalServerError
      case .provider: .badGateway
      case .hookAway, .moved, .overloaded, .storeAway, .tooManyStreams, .tooManyUploads,
        .unavailable:
        .serviceUnavailable
      case .full, .quota: Status(507) ?? .serviceUnavailable
      }
    }

    /// The expectation that a request has broken, for events, unless the detail states a more exact one.
    package var expected: String {
      switch self {
      case .aborted: "every write of the batch to be possible"
      case .badCode: "the code of the last message or sign-in, once and in time"
      case .badDigest: "a digest such as sha-256=:…:"
      case .badFilter: "a filter over attributes of the type"
      case .badForm: "a form with a record and its files"
      case .badGrants: "a list of grants"
      case .badID: "an id of the type"
      case .badJSON: "JSON of the form that the operation has"
      case .badKey: "an idempotency key of 1 to 255 bytes"
      case .badOperation: "an operation on a record or a type that is there"
      case .badPage: "\"next\" of a page of the same query"
      case .badParameter: "a parameter with a value that it can have"
      case .badRange: "a range of the file to read, and the whole to write"
      case .badTypes: "types that agree with one another"
      case .badUpload: "the parts of an upload, one after the other"
      case .cannotDecode: "types of which the versions of apps in use can decode the records"
      case .changedMeanwhile: "records that nobody else changes meanwhile"
      case .closed: "a site that declares this"
      case .crossSite: "a request of a page of the same origin"
      case .damaged: "a sound store"
      case .deleted: "an account that is not deleted"
      case .digest: "the bytes that the digest is of"
      case .emailTaken: "an address without an account"
      case .epochChanged: "a token of the present epoch of the records"
      case .full: "room on the disk"
      case .hookAway: "an answer of the type's webhook"
      case .idTaken: "an id that no record has"
      case .internal: "no failure of the service"
      case .invalid: "values that the attributes of the type can have"
      case .keyReused: "a new idempotency key for a new request"
      case .known: "a provider's user without an account"
      case .maxAffected: "no more changes than the request allows"
      case .mediaType: "a media type that the operation reads"
      case .method: "a method of Allow"
      case .moved: "a store that is not being moved"
      case .noIndex: "an index for the query, or fewer records"
      case .notAllowed: "an operation that the type allows"
      case .notFound: "something that is there"
      case .onlySignIn: "another way to sign in: a password, or a declared provider"
      case .overloaded: "fewer requests at once"
      case .pastHorizon: "a token of changes that are kept"
      case .provider: "an answer of the provider as it should be"
      case .quota: "files within their quota"
      case .referred: "no other record that refers to it"
      case .refused: "a write that the type's webhook accepts"
      case .renewed: "the token that replaced it"
      case .rights: "a sender whose rights suffice"
      case .rightsChanged: "the rights that the token was given for"
      case .secondFactor: "a code of the second factor, with the challenge"
      case .signInRefused: "a sign-in that the provider vouches for"
      case .storeAway: "a store that is reached"
      case .takenOver: "one request for the upload"
      case .tooCostly: "an operation on fewer records"
      case .tooLarge: "files, records and batches within their limits"
      case .tooLong: "lines within their limit"
      case .tooMany: "no more operations than a batch may have"
      case .tooManyAttempts: "fewer attempts"
      case .tooManyStreams: "fewer streams and waits at once"
      case .tooManyUploads: "fewer unfinished uploads"
      case .types: "types that fit the records"
      case .typesChanged: "a token of the present form of the records"
      case .unavailable: "a store that is reached"
      case .unknownType: "the name of a type"
      case .unwritable: "an answer that can be written as JSON"
      case .uploadOffset: "the bytes that follow those that are here"
      case .version: "the version that the request names"
      }
    }
  }
}

extension ResourceReply {
  /// The refusal of a request with the record that it was about; `nil` for no refusal.
  ///
  /// - Parameters:
  ///   - target: the target of the request.
  ///   - mount: the path below which the records are.
  package func refusal(of target: String, below mount: String) -> RefusalNote? {
    guard var note = refusal else { return nil }
    let path = target.prefix { $0 != "?" }
    if path.hasPrefix(mount) {
      // The type and the id of a record; what else a path names is part of that record.
      let entity = path.dropFirst(mount.count).split(separator: "/").prefix(2)
      if !entity.isEmpty { note.entity = entity.joined(separator: "/") }
    }
    return note
  }
}
