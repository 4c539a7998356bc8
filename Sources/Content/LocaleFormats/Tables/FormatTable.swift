// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// How languages write numbers and dates, where they do not do it as their parents.
enum FormatTable {
  /// Locales, each with all its texts.
  static let locales = """
    und: 0 1 0 1 2 3 4 5 6 7 8 9 a b c d e f g h i j j k k k l m n af: 1 9 1 9 2 3 4 5 6 7 o 9 p q r
    d e s t u i v w x y x z 10 n am: 0 1 0 1 2 3 4 5 6 7 o 9 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d
    1c 1e 1f n ar: 0 1 0 1 1g 1h 4 5 6 7 1i 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n as:
    0 1 0 1 2 3 1x 5 1y 1z 20 9 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2c l 2e n az: 1 0 1 0 2 3 4 5
    6 7 2f 9 2g 12 13 2h e 2i 2j 2k 2l 2m 2n 2o 2p 2o l 2q n az-Cyrl: 1 0 1 0 2 3 4 5 6 7 2f 9 2g 12
    13 2h e 2r 2s 2t 2u 2v 2w 2x 2y 2x 2z 30 n be: 1 9 1 9 2 3 4 31 6 32 2f 9 33 34 35 36 e 37 38 39
    3a 3b 3c 3d 3e 3d l 3f n bg: 1 9 1 9 2 3 4 31 6 7 2f 9 33 34 3g 3h 3i 3j 3k 3l 3m 3n 3o 3p 3q 3p
    l 3r n bn: 0 1 0 1 2 3 4 5 1y 1z 3s 9 21 22 3t 3u 15 3v 3w 3x 3y 3z 40 41 42 41 l 43 n bs: 1 0 1
    0 2 3 4 5 6 7 2f 9 44 45 46 47 e 48 49 4a 4b 4c 4d 4e 4f 4e 4g 4h n bs-Cyrl: 1 0 1 0 2 3 4 5 6 7
    2f 9 4i 4j 4k 4l e 4m 4n 4o 4p 4q 4r 4s 4t 4s 4u 4v n ca: 1 0 1 0 2 3 4 5 6 32 2f 9 4w 4x 13 3u
    3i 4y 4z 50 51 52 53 54 55 54 56 57 n chr: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 5a 5b 15 5c 5d 5e 5f 5g
    5h 5i 5j 5i 5k 5l n cs: 1 9 1 9 2 3 4 5 6 32 2f 9 5m 5n 5o 5p 3i 5q 5r 5s 5t 5u 5v 5w 5x 5w 5y
    5z n cv: 1 9 1 9 2 3 4 5 6 32 2f 9 60 61 62 5p e 63 64 65 66 67 68 69 6a 69 l 6b n cy: 0 1 0 1 2
    3 4 5 6 7 o 9 6c 12 13 6d e 6e 6f 2k 6g 6h 6i 6j 6k 6j 6l 6m n da: 1 0 1 0 2 3 4 5 6 32 2f 9 6n
    5n 6o 5p 6p 6q 6r 6s 6t 6u 6v 6w 6x 6w l 6y n de: 1 0 1 0 2 3 4 5 6 32 2f 9 6z 5n 5p 2h e 70 71
    66 2l 72 73 74 75 74 l 76 n dsb: 1 0 1 0 2 3 4 5 6 32 2f 9 6z 5n 77 78 3i 79 7a 7b 7c 7d 7e 7f
    7g 7f 7h 7i n el: 1 0 1 0 2 3 4 5 6 7 2f 9 11 12 13 3u 7j 7k 7l 7m 7n 7o 7p 7q 7r 7q 7s 7t n en:
    0 1 0 1 2 3 4 5 6 7 o 9 58 59 5a 5b 7j 7u 7v 7w 7x 7y 7z 80 k 80 l 5l n es: 1 0 1 0 2 3 4 31 6
    32 2f 9 81 82 13 3u 3i 83 84 50 85 86 87 88 89 88 8a 8b n et: 1 9 1 9 8c 3 4 31 6 7 2f 9 6z 5n
    6o 2h e 8d 8e 8f 2l 8g 8h 8i 8j 8i l 8k n eu: 1 0 1 0 8c 3 4 5 6 8l 2f 9 8m 8n 8o 8p e 8q 8r 8s
    8t 8u 8v 8w 8x 8w l 8y n fa: 8z 90 8z 90 91 92 93 5 6 7 94 9 11 12 13 95 3i 96 97 98 99 9a 9b 9c
    9c 9c 9d 9e n fi: 1 9 1 9 8c 3 4 5 6 32 2f 9 9f 5n 77 77 9g 9h 9i 9j 9j 9k 9l 9m 9n 9o 9p 9q n
    fil: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 5a 5b 7j 9r 9s 9t 7x 9u 9v 9w 9x 9w l 5l n fr: 1 9y 1 9y 2 3
    4 5 6 32 2f 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n ga: 0 1 0 1 2 3 4 5 6 7 o 9 11 12
    13 14 e a8 a9 2k aa ab ac ad ae ad af 5l n gd: 0 1 0 1 2 3 4 5 6 7 o 9 ag ah ai 14 e aj ak al aa
    am an ao ap ao aq 5l n gl: 1 0 1 0 2 3 4 5 6 32 2f 9 81 82 ar 6d e as at au 6g av aw ax ay ax az
    b0 n gu: 0 1 0 1 2 3 4 5 1y 1z b1 9 21 22 3t 3u b2 b3 b4 b5 b6 b7 b8 b9 ba b9 l bb n ha: 0 1 0 1
    2 3 4 5 6 7 8 9 bc 22 3t 3u e bd be bf bg bh bi bj bk bj bl bm n he: 0 1 0 1 1g 3 4 5 6 7 bn 9
    bo bp bq 77 3i br bs bt bu bv bw bx by bx bz c0 n hi: 0 1 0 1 2 3 4 5 1y 1z b1 9 6c 12 13 3u c1
    c2 c3 c4 c5 c6 c7 c8 c9 c8 ca cb n hr: 1 0 1 0 8c 3 4 5 6 32 2f 9 44 45 4k 4k e 48 49 4o 4o cc
    cd 4e 4f 4e l ce n hsb: 1 0 1 0 2 3 4 5 6 32 2f 9 6z 5n 77 78 cf cg ch ci cj ck cl cm cn cm co
    cp n hu: 1 9 1 9 2 3 4 31 6 7 2f 9 cq cr cs ct 3i cu cv cw cx cy cz d0 d1 d0 d2 d3 n hy: 1 9 1 9
    2 3 4 5 6 7 2f 9 d4 d5 d6 2h e d7 d8 d9 2l da db dc dd dc l de n id: 1 0 1 0 2 3 4 5 6 7 o 9 df
    12 13 6d 6p dg dh di dj dk dl dm dn dm l do n ig: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 3u e dp dq 2k
    bg dr ds dt du dt dv 5l n is: 1 0 1 0 2 3 4 5 6 7 2f 9 6z 5n 6o 77 e dw dx 8f dy dz e0 e1 e2 e1
    e3 6y n it: 1 0 1 0 2 3 4 31 6 7 2f 9 11 12 13 6d e e4 e5 2k 6g e6 e7 e8 e9 e8 l b0 n ja: 0 1 0
    1 2 3 4 5 6 7 o 9 ea eb ec ec 3i ed ee ef ef eg eg eh ei eh ej ek n jv: 1 0 1 0 2 3 4 5 6 7 8 9
    6c 12 13 23 e el em 2k en dk eo ep eq ep er do n ka: 1 9 1 9 2 3 4 31 6 7 2f 9 es 22 et 2h e eu
    ev ew 2l ex ey ez f0 ez l f1 n kk: 1 9 1 9 2 3 4 5 6 7 2f 9 f2 f3 f4 2h e f5 f6 f7 2l f8 f9 fa
    fb fa l fc n km: 0 1 0 1 2 3 4 5 6 7 fd 9 11 12 13 3u 15 fe ff fg 3y fh fh fi fj fk l fl n kn: 0
    1 0 1 2 3 4 5 1y 7 b1 9 58 59 5a 3u b2 fm fn fo fp fq fr fs ft fs l fu n ko: 0 1 0 1 2 3 4 5 6 7
    o 9 fv fw fx fx c1 fy fz g0 g0 g1 g1 g2 g3 g2 g4 5l n kok: 0 1 0 1 2 3 4 5 6 7 8 9 11 12 g5 g6
    15 g7 g8 g9 ga gb gb gc gc gc gd ge n kok-Latn: 0 1 0 1 2 3 4 5 1y 7 b1 9 21 22 3t g6 gf gg gh
    gi gj gk gl gm gn gm go 5l n ky: 1 9 1 9 2 3 4 5 6 7 2f 9 gp gq gr 3u e gs gt gu gv gw gx gy gz
    gy h0 fc n lo: 1 0 1 0 2 3 4 5 6 7 h1 9 6c 12 13 h2 3i h3 h4 50 h5 h6 h7 h8 h9 h8 ha hb n lt: 1
    9 1 9 8c 3 4 5 6 32 2f 9 hc hd d d e he hf i i hg hh hi hj hi hk hl n lv: 1 9 1 9 2 3 4 31 6 7
    2f 9 hm hn ho 2h e hp hq hr 2u hs ht hu hv hw hx hy n mk: 1 0 1 0 2 3 4 5 6 32 2f 9 33 34 hz 78
    e i0 i1 i2 i3 i4 i5 i6 i7 i6 i8 4v n ml: 0 1 0 1 2 3 4 5 1y 7 b1 9 i9 ia ib 3u 15 ic id ie if ig
    ih ii ij ik l il n mn: 0 1 0 1 2 3 4 5 6 7 8 9 im in io ip e iq ir is it iu iv iw ix iy iz j0 n
    mr: 0 1 0 1 2 3 4 5 1y 7 b1 9 21 22 3t 3u 15 j1 j2 3x 3y j3 j4 j5 j6 j5 l j7 n ms: 0 1 0 1 2 3 4
    5 6 7 o n 6c 12 13 j8 7j j9 ja 7m jb jc jd je jf je jg jh n ms-Arab: 0 1 0 1 2 3 4 5 6 7 o 9 ji
    12 14 j8 15 jj 17 19 jk jl jl jm jm jm l m n my: 0 1 0 1 2 3 jn 5 6 7 2f 9 jo b c 3u 3i jp jq jr
    51 js jt ju ju ju jv jw n ne: 0 1 0 1 2 3 jx 5 1y 1z 20 9 a b c 8p e jy jz k0 k1 k2 k2 k3 k4 k3
    k5 k6 n nl: 1 0 1 0 2 3 4 5 6 7 k7 9 11 12 13 23 e k8 k9 2k en ka kb kc kd kc l ke n no: 1 9 1 9
    8c 3 4 5 6 32 2f 9 5m 5n 6o 5p e kf dx 8f 66 kg kh 6w ki 6w kj 6y n or: 0 1 0 1 2 3 4 5 1y 7 b1
    9 58 59 5a 5b 15 kk kl 5e 5f km km kn ko kn l 5l n pa: 0 1 0 1 2 3 4 5 1y 1z b1 9 6c 12 13 3u 15
    kp 17 fg 3y kq kr ks kt ks l ku n pa-Arab: 8z 90 8z 90 kv 92 93 5 6 7 8 9 df 12 13 14 15 kw 17
    18 19 kx kx ky ky ky l kz n pcm: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e l0 l1 2t a2 l2 l3 l4 l5
    l4 l6 l7 n pl: 1 9 1 9 2 3 4 31 6 7 2f 9 6c 12 13 l8 e l9 la lb lc ld le lf lg lf l lh n ps: 8z
    90 8z 90 kv 92 93 5 6 7 8 9 li b c 95 3i lj jq jr lk ll ll lm lm lm ln 9e n pt: 1 0 1 0 2 3 4 5
    6 7 8 9 81 82 ar 14 e lo lp au aa lq lr ls lt ls l b0 n ro: 1 0 1 0 2 3 4 5 6 32 2f 9 6c 12 13
    5p e lu lv 2k 66 lw lx ly lz ly az m0 n ru: 1 9 1 9 2 3 4 5 6 32 2f 9 33 34 35 5p e m1 m2 39 66
    m3 m4 m5 m6 m5 l m7 n sc: 1 0 1 0 2 3 4 5 6 7 2f 9 m8 m9 ma 14 e mb mc md aa me mf mg mh mg l mi
    n sd: 0 90 0 90 mj mk ml 5 6 7 2f 9 58 b c d 15 mm mn mo mp mq mq mr mr mr ms mt n sd-Deva: 0 1
    0 1 2 3 4 5 6 7 8 9 58 59 5a 5b 15 mm mu mv mw mx my mz n0 n1 n2 n3 n si: 0 1 0 1 2 3 4 5 6 7 o
    9 a b c d 6p n4 n5 n6 n7 n8 n9 na nb na nc nd n sk: 1 9 1 9 2 3 4 5 6 32 2f 9 6z 5n 5o 77 3i ne
    nf ng 7b nh ni nj nk nj l hl n sl: 1 0 1 0 8c 3 4 31 6 32 2f 9 6z 5n 6o nl e nm nn 8f no np nq
    nr ns nr nt hl n so: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 nu 6d 7j nv nw nx ny nz o0 o1 o2 o1 o3 5l n
    sq: 1 9 1 9 2 3 4 31 6 7 2f 9 6c 12 13 78 7j o4 o5 7m o6 o7 o8 o9 oa o9 ob oc n sr: 1 0 1 0 2 3
    4 5 6 7 2f 9 44 45 47 47 e od oe of of og oh oi oj oi l 4v n sr-Latn: 1 0 1 0 2 3 4 5 6 7 2f 9
    44 45 47 47 e od oe of of ok ol om on om l 4h n sv: 1 9 1 9 8c 3 4 5 6 32 2f 9 11 12 13 d e oo
    2s 2t i op oq or os or ot 6y n sw: 0 1 0 1 2 3 4 5 6 7 8 9 6c 12 13 14 e ou ov 2k aa ow ox oy oy
    oy l oz n ta: 0 1 0 1 2 3 4 5 1y 1z b1 9 21 22 3t 3u 15 p0 p1 3x 3y p2 p3 p4 p5 p4 l p6 n te: 0
    1 0 1 2 3 4 5 1y 7 b1 9 p7 22 3t p8 15 p9 pa pb pc pd pe pf pg pf l ph n th: 0 1 0 1 2 3 4 5 6 7
    o 9 pi pj 13 3u e pk pl 2t gv pm pn po pp po l pq n ti: 0 1 0 1 2 3 4 5 6 7 o 9 pr 59 5a 5b 15
    ps pt mv mw pu pv pw px pw py 1f n tk: 1 9 1 9 2 3 4 5 6 32 2f 9 pz 12 13 5p e q0 q1 2k 66 q2 q3
    q4 q5 q6 q7 q8 n tr: 1 0 1 0 2 3 4 5 6 q9 o 9 pz 12 13 l8 e qa 2s 2t qb qc qd qe qf qe qg qh n
    uk: 1 9 1 9 2 3 4 5 6 7 2f 9 qi qj qk 2h e ql qm qn 2l qo qp qq 3q qq qr 4v n ur: 0 1 0 1 1g 3 4
    5 1y 7 b1 9 1j 1k qs 3u qt qu qv qw qx qy qz r0 r0 r0 l r1 n uz: 1 9 1 9 2 3 4 5 6 7 2f 9 r2 r3
    r4 6d e r5 r6 r7 6g r8 r9 ra rb ra rc rd n uz-Arab: 8z 90 8z 90 kv 92 93 5 6 7 8 9 a b c d e f g
    h i re rf 9c rg 9c l m n uz-Cyrl: 1 9 1 9 2 3 4 5 6 7 2f 9 es 22 3t 6d e rh ri rj rk rl rm rn ro
    rn rp rq n vi: 1 0 1 0 2 3 4 5 6 7 2f 9 rr rs rt 3u e ru rv rw rx ry rz s0 s1 s0 s2 s3 n yo: 0 1
    0 1 2 3 4 5 6 7 o 9 s4 13 s5 h2 s6 s7 s8 s9 sa sb sb sc sd sd se 5l n yue: 0 1 0 1 2 3 4 5 6 7 o
    9 ea eb eb 95 sf sg sh sh si eg eg sj sj sj sk sl n yue-Hans: 0 1 0 1 2 3 4 5 6 7 o 9 sm eb eb
    95 e sn so so sp sq eg sj sr sj sk sl n zh: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb eb 95 e ss st st sp sq
    eg sj sr sj sk su n zh-Hant: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb eb 95 sv sw sx sx sy eg eg sj sz sj
    sk sl t0 zu: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 5a 5b e t1 t2 t3 t4 t5 t6 t7 t8 t7 l 5l n af-NA: 1 9
    1 9 2 3 4 5 6 7 o 9 p q r d 7j t9 ta tb tc v w x y x z 10 n ar-BH: 8z 90 8z 90 mj mk ml 5 6 7 td
    9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n ar-DJ: 8z 90 8z 90 mj mk ml 5 6 7 te 9 1j 1k
    1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n ar-DZ: 1 0 1 0 1g 1h 4 5 6 7 1i 9 1j 1k 1l 1m 1n 1o
    1p 1q 1r tf tf 1t 1u 1t 1v 1w n ar-EG: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p 1q
    1r 1s 1s 1t 1u 1t 1v 1w n ar-ER: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s
    1s 1t 1u 1t 1v 1w n ar-IL: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 ji 12 1l 1m 3i th ti tj tk 1s 1s 1t
    1u 1t 1v 1w n ar-IQ: 8z 90 8z 90 mj mk ml 5 6 7 te 9 1j 1k 1l 1m 1n 1o 1p 1q 1r tl tm 1t 1u 1t
    1v 1w n ar-JO: 8z 90 8z 90 mj mk ml 5 6 7 td 9 1j 1k 1l 1m 1n 1o 1p 1q 1r tl tn 1t 1u 1t 1v 1w n
    ar-KM: 8z 90 8z 90 mj mk ml 5 6 7 te 9 ji 12 1l 1m e to 2s tp tq 1s 1s 1t 1u 1t 1v 1w n ar-KW:
    8z 90 8z 90 mj mk ml 5 6 7 td 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n ar-LB: 8z 90
    8z 90 mj mk ml 5 6 7 te 9 1j 1k 1l 1m 1n 1o 1p 1q 1r tl tn 1t 1u 1t 1v 1w n ar-LY: 1 0 1 0 1g 1h
    4 5 6 7 tr 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n ar-MA: 1 0 1 0 1g 1h 4 5 6 7 1i 9
    ji 12 1l 1m e to 2s tp tq ts ts 1t 1u 1t 1v 1w n ar-MR: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l
    1m 1n 1o 1p 1q 1r tt tt 1t 1u 1t 1v 1w n ar-OM: 8z 90 8z 90 mj mk ml 5 6 7 td 9 1j 1k 1l 1m 1n
    1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n ar-PS: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p
    1q 1r tl tl 1t 1u 1t 1v 1w n ar-QA: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p 1q 1r
    1s 1s 1t 1u 1t 1v 1w n ar-SA: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s
    1t 1u 1t 1v 1w n ar-SD: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u
    1t 1v 1w n ar-SO: 8z 90 8z 90 mj mk ml 5 6 7 te 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v
    1w n ar-SS: 8z 90 8z 90 mj mk ml 5 6 7 tg 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n
    ar-SY: 8z 90 8z 90 mj mk ml 5 6 7 te 9 1j 1k 1l 1m 1n 1o 1p 1q 1r tl tl 1t 1u 1t 1v 1w n ar-TD:
    8z 90 8z 90 mj mk ml 5 6 7 te 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n ar-TN: 1 0 1 0
    1g 1h 4 5 6 7 tr 9 1j 1k 1l 1m 1n 1o 1p 1q 1r tf tf 1t 1u 1t 1v 1w n ar-YE: 8z 90 8z 90 mj mk ml
    5 6 7 te 9 1j 1k 1l 1m 1n 1o 1p 1q 1r 1s 1s 1t 1u 1t 1v 1w n bn-IN: 0 1 0 1 2 3 4 5 1y 1z b1 9
    21 22 3t 3u 15 3v 3w 3x 3y 3z tu 41 42 41 l tv n de-AT: 1 0 1 0 2 3 4 5 6 32 8 9 6z 5n 5p 2h e
    70 71 66 2l tw tx 74 75 74 l 76 n de-CH: 0 ty 0 ty 2 3 4 5 6 7 tz 9 6z 5n 5p 2h e 70 71 66 2l 72
    73 74 75 74 l 76 n de-IT: 1 0 1 0 2 3 4 5 6 32 2f 9 6z 5n 5p 2h e 70 71 66 2l tw tx 74 75 74 l
    76 n de-LI: 0 ty 0 ty 2 3 4 5 6 7 8 9 6z 5n 5p 2h e 70 71 66 2l 72 73 74 75 74 l 76 n en-001: 0
    1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 7j u0 u1 u2 u3 7y 7z 80 k 80 l 5l n en-AE: 0 1 0 1 2 3 4 5 6 7
    o 9 6c 12 13 14 7j u0 u1 u2 u3 7y 7z 80 k 80 l 5l n en-AL: 1 9 1 9 2 3 4 5 6 7 u4 9 6c 12 13 78
    7j u0 u1 u2 o6 7y 7z 80 k 80 l 5l n en-AR: 1 0 1 0 2 3 4 5 6 32 8 9 6c 12 13 14 7j u0 u1 u2 u3
    7y 7z 80 k 80 l 5l n en-BD: 0 1 0 1 2 3 4 5 1y 1z 3s 9 21 22 3t 3u 7j u5 u6 u7 7n 7y 7z 80 k 80
    l 5l n en-BG: 1 9 1 9 2 3 4 5 6 7 u8 9 6c 12 13 36 3i u9 ua ub uc 7y 7z 80 k 80 l 5l n en-BI: 0
    1 0 1 2 3 4 5 6 7 ud 9 58 59 5a 5b e ue uf ug uh 7y 7z 80 k 80 l 5l n en-BN: 0 1 0 1 2 3 4 5 6 7
    o 9 6c 12 13 3u 7j u0 u1 u2 7n 7y 7z 80 k 80 l 5l n en-BR: 1 0 1 0 2 3 4 5 6 7 8 9 6c 12 13 6d e
    ui 2j uj 6g 7y 7z 80 k 80 l 5l n en-CA: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 5a d 7j 7u 7v 7w uk 7y 7z
    80 k 80 l 5l n en-CL: 1 0 1 0 2 3 4 5 6 32 ul 9 6c 12 23 p8 7j u0 u1 um un 7y 7z 80 k 80 l 5l n
    en-CN: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 5a 95 e ue uf ug uo 7y 7z 80 k 80 l 5l n en-CO: 1 0 1 0 2 3
    4 5 6 32 up 9 6c 12 uq j8 7j u0 u1 ur jb 7y 7z 80 k 80 l 5l n en-CV: 1 9 us 9 2 3 4 5 6 7 8 9 6c
    12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-GR: 1 0 1 0 2 3 4 5 6 7 2f 9 6c 12 13 3u 7j u0 u1
    u2 7n 7y 7z 80 k 80 l 5l n en-JP: 0 1 0 1 2 3 4 5 6 7 ud 9 58 59 5a ec 3i ut uu uv uw 7y 7z 80 k
    80 l 5l n en-KR: 0 1 0 1 2 3 4 5 6 7 ud 9 58 59 5a 5b 7j 7u 7v 7w 7x 7y 7z 80 k 80 l 5l n en-MM:
    0 1 0 1 2 3 4 5 6 7 u4 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-MX: 0 1 0 1 2 3 4 5 6
    7 o 9 6c 12 13 6d 7j u0 u1 u2 ny 7y 7z 80 k 80 az 5l n en-RU: 1 9 1 9 2 3 4 5 6 32 2f 9 6c 12 13
    5p e ui 2j uj 66 7y 7z 80 k 80 l 5l n en-SA: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 7j u0 u1 u2 u3
    7y 7z 80 k 80 l 5l n en-TH: 0 1 0 1 2 3 4 5 6 7 o 9 ux pj 13 3u e uy uz uj bg 7y 7z 80 k 80 l 5l
    n en-TR: 1 0 1 0 2 3 4 5 6 q9 o 9 pz 12 13 l8 e v0 2j uj lc 7y 7z 80 k 80 l 5l n en-TW: 0 1 0 1
    2 3 4 5 6 7 o 9 58 59 5a 95 7j 7u 7v 7w v1 7y 7z 80 k 80 l 5l n es-419: 0 1 0 1 2 3 4 5 6 7 o 9
    81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 az b0 n es-AG: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15
    v4 v5 fg 3y 86 87 88 89 88 az b0 n es-BB: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86
    87 88 89 88 az b0 n es-BM: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az
    b0 n es-BQ: 1 0 1 0 2 3 4 5 6 7 k7 9 81 82 13 3u e as at 2k bg 86 87 88 89 88 az b0 n es-BS: 0 1
    0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-CA: 0 1 0 1 2 3 4 5 6 7
    o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-CW: 1 0 1 0 2 3 4 5 6 7 k7 9 81 82 13
    3u e as at 2k bg 86 87 88 89 88 az b0 n es-DM: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg
    3y 86 87 88 89 88 az b0 n es-GD: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89
    88 az b0 n es-GQ: 1 0 1 0 2 3 4 31 6 32 ud 9 81 82 13 3u 3i 83 84 50 85 86 87 88 89 88 8a 8b n
    es-GY: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-HT: 1 9y 1
    9y 2 3 4 5 6 7 2f 9 81 82 13 3u e as at 2k bg 86 87 88 89 88 az b0 n es-KN: 0 1 0 1 2 3 4 5 6 7
    o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-KY: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u
    15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-LC: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y
    86 87 88 89 88 az b0 n es-PH: 1 0 1 0 2 3 4 31 6 32 2f 9 81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89
    88 8a 8b n es-TC: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n
    es-TT: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-VC: 0 1 0 1
    2 3 4 5 6 7 o 9 81 82 13 3u 15 v4 v5 fg 3y 86 87 88 89 88 az b0 n es-VG: 0 1 0 1 2 3 4 5 6 7 o 9
    81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 az b0 n es-VI: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 15
    v4 v5 fg 3y 86 87 88 89 88 az b0 n fa-AF: 8z 90 8z 90 91 92 93 5 6 7 up 9 11 12 13 95 3i 96 97
    98 99 re v6 9c 9c 9c 9d 9e n fa-IR: 8z 90 8z 90 91 92 93 5 6 7 v7 9 11 12 13 95 3i 96 97 98 99
    9a 9b 9c 9c 9c 9d 9e n fr-BE: 1 9y 1 9y 2 3 4 5 6 32 2f 9 11 12 13 j8 e 9z a0 a1 v8 a3 a4 a5 a6
    a5 l a7 n fr-BF: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n
    fr-BI: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-BJ: 1 9y 1
    9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-CA: 1 9 1 9 2 3 4 5 6 32
    2f 9 11 12 13 d e 9z a0 a1 i a3 v9 a5 a6 a5 az a7 n fr-CF: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13
    14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-CG: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1
    a2 a3 a4 a5 a6 a5 l a7 n fr-CH: 1 9y 1 9y 2 3 4 5 6 7 k7 9 6c 12 13 2h e va a0 a1 2u a3 a4 a5 a6
    a5 l a7 n fr-CI: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n
    fr-CM: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 vb a7 n fr-DJ: 1 9y
    1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 7j vc vd ve vf a3 a4 a5 a6 a5 l a7 n fr-DZ: 1 9y 1 9y 2 3 4 5
    6 32 2f 9 11 12 13 14 7j vc vd ve vf a3 a4 a5 a6 a5 l a7 n fr-GA: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11
    12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-GN: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z
    a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-GQ: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3
    a4 a5 a6 a5 l a7 n fr-KM: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l
    a7 n fr-LU: 1 0 1 0 2 3 4 5 6 32 2f 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-MA: 1 0
    1 0 2 3 4 5 6 32 2f 9 11 12 13 14 e 9z a0 a1 a2 a3 vg a5 a6 a5 az a7 n fr-MG: 1 9y 1 9y 2 3 4 5
    6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-ML: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11
    12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-MR: 1 9y 1 9y 2 3 4 5 6 32 2f 9 11 12 13 14 7j
    vc vd ve vf a3 a4 a5 a6 a5 l a7 n fr-NC: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2
    a3 a4 a5 a6 a5 l a7 n fr-NE: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6
    a5 l a7 n fr-PF: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n
    fr-RW: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-SN: 1 9y 1
    9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-SY: 1 9y 1 9y 2 3 4 5 6
    32 u4 9 11 12 13 14 7j vc vd ve vf a3 a4 a5 a6 a5 l a7 n fr-TD: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11
    12 13 14 7j vc vd ve vf a3 a4 a5 a6 a5 l a7 n fr-TG: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e
    9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n fr-TN: 1 9y 1 9y 2 3 4 5 6 32 vh 9 11 12 13 14 7j vc vd ve vf
    a3 a4 a5 a6 a5 l a7 n fr-VU: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 7j vc vd ve vf a3 a4 a5 a6
    a5 l a7 n fr-WF: 1 9y 1 9y 2 3 4 5 6 32 u4 9 11 12 13 14 e 9z a0 a1 a2 a3 a4 a5 a6 a5 l a7 n
    ha-GH: 0 1 0 1 2 3 4 5 6 7 8 9 bc 22 3t 3u 7j vi vj vk 7n bh bi bj bk bj bl bm n ha-NE: 0 1 0 1
    2 3 4 5 6 7 up 9 bc 22 3t 3u e bd be bf bg bh bi bj bk bj bl bm n hr-BA: 1 0 1 0 8c 3 4 5 6 32
    2f 9 44 45 4k vl e 48 49 4o vm cc cd 4e 4f 4e l ce n id-ID: 1 0 1 0 2 3 4 5 6 7 ud 9 df 12 13 6d
    6p dg dh di dj dk dl dm dn dm l do n is-IS: 1 0 1 0 2 3 4 5 6 7 u4 9 6z 5n 6o 77 e dw dx 8f dy
    dz e0 e1 e2 e1 e3 6y n it-CH: 0 ty 0 ty 2 3 4 31 6 7 tz 9 6c 12 13 2h e vn e5 2k 2l e6 e7 e8 e9
    e8 l b0 n ja-JP: 0 1 0 1 2 3 4 5 6 7 ud 9 ea eb ec ec 3i ed ee ef ef eg eg eh ei eh ej ek n
    jv-ID: 1 0 1 0 2 3 4 5 6 7 up 9 6c 12 13 23 e el em 2k en dk eo ep eq ep er do n ko-CN: 0 1 0 1
    2 3 4 5 6 7 o 9 fv fw fx fx e vo vp vq vq g1 g1 g2 g3 g2 g4 5l n ko-KP: 0 1 0 1 2 3 4 5 6 7 ud 9
    fv fw fx fx c1 fy fz g0 g0 g1 g1 g2 g3 g2 g4 5l n ko-KR: 0 1 0 1 2 3 4 5 6 7 ud 9 fv fw fx fx c1
    fy fz g0 g0 g1 g1 g2 g3 g2 g4 5l n lo-LA: 1 0 1 0 2 3 4 5 6 7 ul 9 6c 12 13 h2 3i h3 h4 50 h5 h6
    h7 h8 h9 h8 ha hb n ms-Arab-BN: 1 0 1 0 2 3 4 5 6 7 8 9 q 12 14 j8 15 vr 17 19 jk jl jl jm jm jm
    l m n ms-BN: 1 0 1 0 2 3 4 5 6 7 8 9 q 12 13 j8 7j vs ja 7m jb jc jd je jf je jg jh n ms-ID: 1 0
    1 0 2 3 4 5 6 7 ud n df 12 13 6d 6p vt vu di dj jc jd je jf je jg jh n my-MM: 0 1 0 1 2 3 jn 5 6
    7 u4 9 jo b c 3u 3i jp jq jr 51 js jt ju ju ju jv jw n ne-IN: 0 1 0 1 2 3 jx 5 1y 1z 20 9 a b c
    8p 15 vv vw vx vy k2 k2 k3 k4 k3 k5 k6 n nl-BE: 1 0 1 0 2 3 4 5 6 7 k7 9 11 12 13 uq e k8 k9 2k
    vz ka kb kc kd kc l ke n nn: 1 9 1 9 8c 3 4 5 6 32 2f 9 5m 5n 6o 5p e kf dx 8f 66 kg kh w0 w1 w0
    kj 6y n pa-Arab-PK: 8z 90 8z 90 kv 92 93 5 6 7 up 9 df 12 13 14 15 kw 17 18 19 kx kx ky ky ky l
    kz n ps-AF: 8z 90 8z 90 kv 92 93 5 6 7 up 9 li b c 95 3i lj jq jr lk ll ll lm lm lm ln 9e n
    ps-PK: 8z 90 8z 90 kv 92 93 5 6 7 up 9 li b c 95 15 w2 mn mo w3 ll ll lm lm lm ln 9e n pt-PT: 1
    9 1 9 2 3 4 31 6 7 2f 9 81 82 14 6d e lo lp aa 6g lq lr ls lt ls l b0 n ro-MD: 1 0 1 0 2 3 4 5 6
    32 2f 9 6c 12 13 5p e lu lv 2k 66 lw lx ly w4 ly az m0 n ru-UA: 1 9 1 9 2 3 4 31 6 32 2f 9 33 34
    35 5p e m1 m2 39 66 m3 m4 m5 m6 m5 l m7 n sd-PK: 0 90 0 90 mj mk ml 5 6 7 u4 9 58 b c d 15 mm mn
    mo mp mq mq mr mr mr ms mt n so-DJ: 0 1 0 1 2 3 4 5 6 7 ud 9 58 59 nu 6d 7j nv nw nx ny nz o0 o1
    o2 o1 o3 5l n so-KE: 0 1 0 1 2 3 4 5 6 7 o 9 58 59 nu 6d e w5 w6 w7 6g nz o0 o1 o2 o1 o3 5l n
    so-SO: 0 1 0 1 2 3 4 5 6 7 ud 9 58 59 nu 6d 7j nv nw nx ny nz o0 o1 o2 o1 o3 5l n sq-AL: 1 9 1 9
    2 3 4 31 6 7 u4 9 6c 12 13 78 7j o4 o5 7m o6 o7 o8 o9 oa o9 ob oc n sq-MK: 1 9 1 9 2 3 4 31 6 7
    2f 9 6c 12 13 78 e w8 w9 2k wa o7 o8 o9 oa o9 ob oc n sq-XK: 1 9 1 9 2 3 4 31 6 7 2f 9 6c 12 13
    78 e w8 w9 2k wa o7 o8 o9 oa o9 ob oc n sr-BA: 1 0 1 0 2 3 4 5 6 7 2f 9 44 45 47 47 e od oe of
    of og oh 4s 4t 4s wb 4v n sr-ME: 1 0 1 0 2 3 4 5 6 7 2f 9 44 45 47 47 e od oe of of og wc wd oj
    wd wb 4v n sr-RS: 1 0 1 0 2 3 4 5 6 7 u4 9 44 45 47 47 e od oe of of og oh oi oj oi l 4v n
    sr-XK: 1 0 1 0 2 3 4 5 6 7 2f 9 44 45 47 47 e od oe of of og wc oi oj oi l 4v n sr-Latn-BA: 1 0
    1 0 2 3 4 5 6 7 2f 9 44 45 47 47 e od oe of of ok ol 4e 4f 4e we 4h n sr-Latn-ME: 1 0 1 0 2 3 4
    5 6 7 2f 9 44 45 47 47 e od oe of of ok wf wg on wg we 4h n sr-Latn-RS: 1 0 1 0 2 3 4 5 6 7 u4 9
    44 45 47 47 e od oe of of ok ol om on om l 4h n sr-Latn-XK: 1 0 1 0 2 3 4 5 6 7 2f 9 44 45 47 47
    e od oe of of ok wf om on om l 4h n sw-CD: 1 0 1 0 2 3 4 5 6 7 8 9 6c 12 13 14 e ou ov 2k aa ow
    ox oy oy oy l oz n sw-KE: 0 1 0 1 2 3 4 5 6 7 8 9 6c 12 13 14 e wh wi 2k aa ow ox oy oy oy l oz
    n sw-UG: 0 1 0 1 2 3 4 5 6 7 up 9 6c 12 13 14 e ou ov 2k aa ow ox oy oy oy l oz n ta-LK: 0 1 0 1
    2 3 4 5 1y 1z b1 9 21 22 3t 3u e wj ev bf bg p2 p3 p4 p5 p4 l p6 n ta-MY: 0 1 0 1 2 3 4 5 6 7 8
    9 21 22 3t 3u 15 p0 p1 3x 3y p2 p3 p4 p5 p4 l p6 n ta-SG: 0 1 0 1 2 3 4 5 6 7 8 9 21 22 3t 3u 15
    p0 p1 3x 3y p2 p3 p4 p5 p4 l p6 n tr-CY: 1 0 1 0 2 3 4 5 6 q9 o 9 pz 12 13 l8 7j wk wl wm wn qc
    qd qe qf qe qg qh n ur-PK: 0 1 0 1 1g 3 4 5 1y 7 wo 9 1j 1k qs 3u qt qu qv qw qx qy qz r0 r0 r0
    l r1 n uz-Arab-AF: 8z 90 8z 90 kv 92 93 5 6 7 up 9 a b c d e f g h i re rf 9c rg 9c l m n vi-VN:
    1 0 1 0 2 3 4 5 6 7 u4 9 rr rs rt 3u e ru rv rw rx ry rz s0 s1 s0 s2 s3 n yo-BJ: 0 1 0 1 2 3 4 5
    6 7 ud 9 s4 13 s5 h2 s6 s7 s8 s9 sa wp wp wq wr wr ws 5l n zh-HK: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb
    eb 3u sf wt wu wu wv sq eg sj sr sj sk su n zh-JP: 0 1 0 1 2 3 4 5 6 7 ud 9 ea eb eb 95 3i ed ee
    ee lk sq eg sj sr sj sk su n zh-MO: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb eb 3u sf wt wu wu wv sq eg sj
    sr sj sk su n zh-MY: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb eb 95 sf wt wu wu si sq eg sj sr sj sk su n
    zh-SG: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb eb 6d sf wt wu wu ww sq eg sj sr sj sk su n zh-Hant-CN: 0 1
    0 1 2 3 4 5 6 7 o 9 ea eb eb 95 e ss st st sp eg eg sj sz sj sk sl n zh-Hant-HK: 0 1 0 1 2 3 4 5
    6 7 o 9 ea eb eb h2 sf wt wu wu wx eg eg sj sz sj sk su n zh-Hant-JP: 0 1 0 1 2 3 4 5 6 7 ud 9
    ea eb ec ec 3i ed ee ef ef eg eg sj sz sj sk sl n zh-Hant-MY: 0 1 0 1 2 3 4 5 6 7 o 9 ea eb eb
    95 sf wt wu wu si eg eg sj sz sj sk sl n en-150: 0 1 0 1 2 3 4 5 6 7 2f 9 6c 12 13 14 e ui 2j uj
    aa 7y 7z 80 k 80 l 5l n en-AI: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l
    5l n en-AU: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 h2 7j u0 u1 u2 wy 7y 7z 80 k 80 kj 5l n en-BW: 0 1
    0 1 2 3 4 5 6 7 o 9 df q r 6d e wz x0 x1 6g 7y 7z 80 k 80 l 5l n en-BZ: 0 1 0 1 2 3 4 5 6 7 o 9
    df q nu 6d e wz x0 x2 6g 7y 7z 80 k 80 l 5l n en-CC: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j
    uj aa 7y 7z 80 k 80 l 5l n en-CK: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k
    80 l 5l n en-CM: 0 1 0 1 2 3 4 5 6 7 ud 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-CX:
    0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-DG: 0 1 0 1 2 3 4 5 6
    7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-FK: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14
    e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-GB: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y
    7z 80 k 80 kj 5l n en-GG: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n
    en-GI: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-HK: 0 1 0 1 2 3
    4 5 6 7 o 9 6c 12 13 h2 7j u0 u1 u2 wy 7y 7z 80 k 80 l 5l n en-ID: 1 0 1 0 2 3 4 5 6 7 ud 9 df
    12 13 6d 6p x3 x4 x5 dj 7y 7z 80 k 80 l 5l n en-IE: 0 1 0 1 2 3 4 5 6 7 o 9 11 12 13 14 e x6 2j
    uj aa 7y 7z 80 k 80 az 5l n en-IL: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 3i u9 ua ub x7 7y 7z 80 k
    80 l 5l n en-IM: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-IN: 0
    1 0 1 2 3 4 5 1y 1z b1 9 6c 12 13 6d 7j u0 u1 u2 ny 7y 7z 80 k 80 l 5l n en-IO: 0 1 0 1 2 3 4 5
    6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-JE: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13
    14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-KE: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa
    7y 7z 80 k 80 l 5l n en-MG: 0 1 0 1 2 3 4 5 6 7 ud 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l
    5l n en-MS: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-MT: 0 1 0
    1 2 3 4 5 6 7 o 9 6c q r 14 e ui x0 x1 aa 7y 7z 80 k 80 l 5l n en-MU: 0 1 0 1 2 3 4 5 6 7 o 9 6c
    12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-MV: 0 1 0 1 2 3 4 5 6 7 8 9 11 12 23 g6 e x6 2j
    x8 x9 7y 7z 80 k 80 l 5l n en-NF: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k
    80 l 5l n en-NG: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-NR: 0
    1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-NU: 0 1 0 1 2 3 4 5 6 7
    o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-PK: 0 1 0 1 2 3 4 5 6 7 ud 9 6c 12 nu 14
    7j u0 u1 xa u3 7y 7z 80 k 80 l 5l n en-PN: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y
    7z 80 k 80 l 5l n en-RW: 0 1 0 1 2 3 4 5 6 7 ud 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n
    en-SC: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-SG: 0 1 0 1 2 3
    4 5 6 7 o 9 6c 12 13 3u 7j u0 u1 u2 7n 7y 7z 80 k 80 l 5l n en-SH: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12
    13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-SX: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj
    aa 7y 7z 80 k 80 l 5l n en-TK: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l
    5l n en-TV: 0 1 0 1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-TZ: 0 1 0
    1 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-UG: 0 1 0 1 2 3 4 5 6 7 ud 9
    6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-VU: 0 1 0 1 2 3 4 5 6 7 ud 9 6c 12 13 14 7j u0
    u1 u2 u3 7y 7z 80 k 80 l 5l n en-ZA: 1 9 1 9 2 3 4 5 6 7 o 9 df q r ec e wz x0 x1 xb 7y 7z 80 k
    80 l 5l n en-ZW: 0 1 0 1 2 3 4 5 6 7 o 9 df q xc h2 e wz x0 xd xe 7y 7z 80 k 80 l 5l n es-AR: 1
    0 1 0 2 3 4 5 6 7 8 9 81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 56 b0 n es-BO: 1 0 1 0 2 3 4 5 6
    7 k7 9 81 82 xf 3u 7j v2 v3 xg 7n 86 87 88 89 88 56 b0 n es-BR: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13
    3u e as at 2k bg 86 87 88 89 88 az b0 n es-BZ: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u e as at 2k bg
    86 87 88 89 88 az b0 n es-CL: 1 0 1 0 2 3 4 5 6 7 ul 9 81 82 23 p8 7j v2 v3 xh un 86 xi 88 89 88
    az b0 n es-CO: 1 0 1 0 2 3 4 5 6 7 up 9 81 82 uq j8 7j v2 v3 xj jb 86 xi 88 89 88 az b0 n es-CR:
    1 0 1 0 2 3 4 5 6 7 o 9 81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 56 b0 n es-DO: 0 1 0 1 2 3 4 5
    6 7 o 9 81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 56 b0 n es-EC: 1 0 1 0 2 3 4 5 6 7 h1 9 81 82
    13 3u 7j v2 v3 7m 7n 86 87 88 89 88 56 b0 n es-GT: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 uq j8 7j v2 v3
    xj jb 86 87 88 89 88 56 b0 n es-HN: 0 1 0 1 2 3 4 5 6 7 o 9 xk xl 13 3u 7j xm xn 7m 7n 86 87 88
    89 88 56 b0 n es-MX: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 6d 7j v2 v3 7m ny 86 xo 88 89 88 az b0 n
    es-NI: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 56 b0 n es-PA: 0 1 0 1
    2 3 4 5 6 7 o 9 81 82 xp xq 7j v2 v3 xr xs 86 87 88 89 88 56 b0 n es-PE: 0 1 0 1 2 3 4 5 6 7 8 9
    81 82 13 j8 7j v2 v3 7m jb xt xu 88 89 88 56 b0 n es-PR: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 xp xq 7j
    v2 v3 xr xs 86 87 88 89 88 56 b0 n es-PY: 1 0 1 0 2 3 4 5 6 7 xv 9 81 82 13 3u 7j v2 v3 7m 7n 86
    xw 88 89 88 56 b0 n es-SV: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 13 3u 7j v2 v3 7m 7n 86 87 88 89 88 56
    b0 n es-US: 0 1 0 1 2 3 4 5 6 7 o 9 81 82 5a 5b 7j v2 v3 9t 7x 86 87 88 89 88 az b0 n es-UY: 1 0
    1 0 2 3 4 5 6 7 8 9 81 82 13 3u 7j v2 v3 7m 7n xt xu 88 89 88 56 b0 n es-VE: 1 0 1 0 2 3 4 5 6 7
    h1 9 81 82 13 3u 7j v2 v3 7m 7n 86 xw 88 89 88 56 b0 n pt-AO: 1 9 1 9 2 3 4 5 6 7 2f 9 81 82 14
    6d e lo lp aa 6g lq lr ls lt ls l b0 n pt-CV: 1 9 us 9 2 3 4 31 6 7 2f 9 81 82 14 6d e lo lp aa
    6g lq lr ls lt ls l b0 n pt-GQ: 1 9 1 9 2 3 4 31 6 7 u4 9 81 82 14 6d e lo lp aa 6g lq lr ls lt
    ls l b0 n pt-GW: 1 9 1 9 2 3 4 31 6 7 u4 9 81 82 14 6d e lo lp aa 6g lq lr ls lt ls l b0 n
    pt-MO: 1 9 1 9 2 3 4 31 6 7 2f 9 81 82 14 6d 7j xx xy u3 ny lq lr ls lt ls l b0 n en-AT: 1 0 1 0
    2 3 4 5 6 32 k7 9 6z 5n 5p 2h e xz y0 y1 2l 7y 7z 80 k 80 l 5l n en-BE: 1 0 1 0 2 3 4 5 6 7 k7 9
    6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-CH: 0 y2 0 y2 2 3 4 5 6 7 tz 9 6c 12 13 5p e
    ui 2j uj 66 7y 7z 80 k 80 l 5l n en-CZ: 1 9 1 9 2 3 4 5 6 32 2f 9 11 12 y3 5p 3i y4 ua y5 y6 7y
    7z 80 k 80 l 5l n en-DE: 1 0 1 0 2 3 4 5 6 32 2f 9 6z 5n 6o 2h e xz y0 y7 2l 7y 7z 80 k 80 l 5l
    n en-DK: 1 0 1 0 2 3 4 5 6 32 2f 9 6c 12 13 14 6p y8 x4 x5 y9 7y 7z 80 k 80 l 5l n en-EE: 1 9 1
    9 2 3 4 5 6 7 o 9 6z 5n 6o 5p e xz y0 y7 66 7y 7z 80 k 80 l 5l n en-FI: 1 9 1 9 2 3 4 5 6 32 2f
    9 5m 5n 6o 77 9g ya yb yc yd 7y 7z 80 k 80 l 5l n en-FR: 1 9y 1 9 2 3 4 5 6 32 o 9 11 12 13 14 e
    x6 2j uj aa 7y 7z 80 k 80 l 5l n en-HU: 1 9 1 9 2 3 4 5 6 7 2f 9 cq cr cs ct 3i ye yf yg yh 7y
    7z 80 k 80 l 5l n en-LT: 1 9 1 9 2 3 4 5 6 32 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n
    en-LV: 1 9 1 9 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-NL: 1 0 1 0 2 3
    4 5 6 7 k7 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-NO: 1 9 1 9 2 3 4 5 6 32 8 9 6c
    12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-PL: 1 9 1 9 2 3 4 5 6 7 2f 9 6c 12 13 14 e ui 2j
    uj aa 7y 7z 80 k 80 l 5l n en-PT: 1 9 1 9 2 3 4 5 6 7 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k
    80 l 5l n en-SE: 1 9 1 9 2 3 4 5 6 32 2f 9 6c 12 13 d e ui 2j uj yi 7y 7z 80 k 80 l 5l n en-SI:
    1 0 1 0 2 3 4 5 6 7 2f 9 6c 12 13 nl e ui 2j uj no 7y 7z 80 k 80 l 5l n en-SK: 1 9 1 9 2 3 4 5 6
    32 o 9 6c 12 13 14 e ui 2j uj aa 7y 7z 80 k 80 l 5l n en-UA: 1 9 1 9 2 3 4 5 6 7 2f 9 6c 12 13
    5p e ui 2j uj 66 7y 7z 80 k 80 l 5l n hi-Latn: 0 1 0 1 2 3 4 5 1y 1z b1 9 6c 22 yj 14 7j yk yl
    ym u3 7y 7z yn yo yn l 5l n
    """
}
