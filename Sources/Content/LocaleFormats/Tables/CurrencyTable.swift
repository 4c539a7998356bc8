// SPDX-License-Identifier: Apache-2.0
// Made by `swift run locale-tables` from CLDR 46.0 as Foundation's ICU has it, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// What currencies are, and what languages call them.
enum CurrencyTable {
  /// The currencies in use.
  static let codes = """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN
    BZD CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL
    GHS GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF
    KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR
    MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
    SEK SGD SHP SLE SLL SOS SRD SSP STN SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU
    UZS VEF VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG
    """

  /// Where a fraction has not two digits.
  static let digits = """
    AFN=0 ALL=0 BHD=3 BIF=0 CLP=0 COP=0 DJF=0 GNF=0 IDR=0 IQD=0 IRR=0 ISK=0 JOD=3 JPY=0 KMF=0 KPW=0
    KRW=0 KWD=3 LAK=0 LBP=0 LYD=3 MGA=0 MMK=0 OMR=3 PKR=0 PYG=0 RSD=0 RWF=0 SLL=0 SOS=0 SYP=0 TND=3
    UGX=0 VND=0 VUV=0 XAF=0 XOF=0 XPF=0 YER=0
    """

  /// Countries, each with its currency.
  static let countries = """
    AD=EUR AE=AED AF=AFN AG=XCD AI=XCD AL=ALL AM=AMD AO=AOA AR=ARS AS=USD AT=EUR AU=AUD AW=AWG
    AX=EUR AZ=AZN BA=BAM BB=BBD BD=BDT BE=EUR BF=XOF BG=EUR BH=BHD BI=BIF BJ=XOF BL=EUR BM=BMD
    BN=BND BO=BOB BQ=USD BR=BRL BS=BSD BT=BTN BV=NOK BW=BWP BY=BYN BZ=BZD CA=CAD CC=AUD CD=CDF
    CF=XAF CG=XAF CH=CHF CI=XOF CK=NZD CL=CLP CM=XAF CN=CNY CO=COP CR=CRC CU=CUP CV=CVE CW=XCG
    CX=AUD CY=EUR CZ=CZK DE=EUR DJ=DJF DK=DKK DM=XCD DO=DOP DZ=DZD EC=USD EE=EUR EG=EGP EH=MAD
    ER=ERN ES=EUR ET=ETB FI=EUR FJ=FJD FK=FKP FM=USD FO=DKK FR=EUR GA=XAF GB=GBP GD=XCD GE=GEL
    GF=EUR GG=GBP GH=GHS GI=GIP GL=DKK GM=GMD GN=GNF GP=EUR GQ=XAF GR=EUR GS=GBP GT=GTQ GU=USD
    GW=XOF GY=GYD HK=HKD HM=AUD HN=HNL HR=EUR HT=HTG HU=HUF ID=IDR IE=EUR IL=ILS IM=GBP IN=INR
    IO=USD IQ=IQD IR=IRR IS=ISK IT=EUR JE=GBP JM=JMD JO=JOD JP=JPY KE=KES KG=KGS KH=KHR KI=AUD
    KM=KMF KN=XCD KP=KPW KR=KRW KW=KWD KY=KYD KZ=KZT LA=LAK LB=LBP LC=XCD LI=CHF LK=LKR LR=LRD
    LS=LSL LT=EUR LU=EUR LV=EUR LY=LYD MA=MAD MC=EUR MD=MDL ME=EUR MF=EUR MG=MGA MH=USD MK=MKD
    ML=XOF MM=MMK MN=MNT MO=MOP MP=USD MQ=EUR MR=MRU MS=XCD MT=EUR MU=MUR MV=MVR MW=MWK MX=MXN
    MY=MYR MZ=MZN NA=NAD NC=XPF NE=XOF NF=AUD NG=NGN NI=NIO NL=EUR NO=NOK NP=NPR NR=AUD NU=NZD
    NZ=NZD OM=OMR PA=PAB PE=PEN PF=XPF PG=PGK PH=PHP PK=PKR PL=PLN PM=EUR PN=NZD PR=USD PS=ILS
    PT=EUR PW=USD PY=PYG QA=QAR RE=EUR RO=RON RS=RSD RU=RUB RW=RWF SA=SAR SB=SBD SC=SCR SD=SDG
    SE=SEK SG=SGD SH=SHP SI=EUR SJ=NOK SK=EUR SL=SLE SM=EUR SN=XOF SO=SOS SR=SRD SS=SSP ST=STN
    SV=USD SX=XCG SY=SYP SZ=SZL TC=USD TD=XAF TF=EUR TG=XOF TH=THB TJ=TJS TK=NZD TL=USD TM=TMT
    TN=TND TO=TOP TR=TRY TT=TTD TV=AUD TW=TWD TZ=TZS UA=UAH UG=UGX UM=USD US=USD UY=UYU UZ=UZS
    VA=EUR VC=XCD VE=VES VG=USD VI=USD VN=VND VU=VUV WF=XPF WS=WST XK=EUR YE=YER YT=EUR ZA=ZAR
    ZM=ZMW ZW=ZWG
    """

  /// Locales, each with its symbols where its parent has others; `~` narrow ones.
  static let symbols = """
    und: AFN~j6 AMD~j7 AOA~j8 ARS~fx AUD=j9 AUD~fx AZN~ja BAM~jb BBD~fx BDT~jc BMD~fx BND~fx BOB~jd
    BRL=je BRL~je BSD~fx BWP~jf BZD~fx CAD=jg CAD~fx CLP~fx CNY=jh CNY~ji COP~fx CRC~jj CUC~fx
    CUP~fx CZK~jk DKK~jl DOP~fx EGP~jm EUR=jn EUR~jn FJD~fx FKP~jo GBP=jo GBP~jo GEL~jp GHS~jq
    GIP~jo GNF~jr GTQ~js GYD~fx HKD=jt HKD~fx HNL~ju HRK~jv HUF~jw IDR~jx ILS=jy ILS~jy INR=jz
    INR~jz ISK~jl JMD~fx JPY=k0 JPY~ji KGS~k1 KHR~k2 KMF~k3 KPW~k4 KRW=k4 KRW~k4 KYD~fx KZT~k5
    LAK~k6 LBP~k7 LKR~k8 LRD~fx MGA~k9 MMK~ka MNT~kb MUR~k8 MXN=kc MXN~fx MYR~kd NAD~fx NGN~ke
    NIO~kf NOK~jl NPR~k8 NZD=kg NZD~fx PHP=kh PHP~kh PKR~k8 PLN~ki PYG~kj RON~kk RUB~kl RWF~km
    SBD~fx SEK~jl SGD~fx SHP~jo SRD~fx SSP~jo STN~kn SYP~jo THB~ko TOP~kp TRY~kq TTD~fx TWD=kr
    TWD~fx UAH~ks USD=kt USD~fx UYU~fx VEF~jd VND=ku VND~ku XAF=kv XAF~kv XCD=kw XCD~fx XCG=kx
    XCG~kx XOF=ky XOF~ky XPF=kz XPF~kz ZAR~l0 ZMW~l1 af: BYN~l2 CAD=l3 MXN=l4 PHP=l5 RON~l6 THB=ko
    TWD~kr USD=l7 ZAR=l0 am: AUD=l8 BYN~l2 ETB=l9 ETB~l9 PHP=l5 THB=ko TWD~kr ar: AED=la AED~la
    ARS~lb AUD=l8 AUD~l8 BBD~lc BHD=ld BHD~ld BMD~le BND~lf BSD~lg BYN~l2 BZD~lh CAD~jg CLP~li
    CNY~jh COP~lj CUP~lk DOP~ll DZD=lm DZD~lm EGP=ln FJD~lo GBP=lp GBP~lp GYD~lq HKD~jt IQD=lr
    IQD~lr IRR=ls IRR~ls JMD~lt JOD=lu JOD~lu JPY~k0 KWD=lv KWD~lv KYD~lw LBP=lx LRD~ly LYD=lz
    LYD~lz MAD=m0 MAD~m0 MRU=m1 MRU~m1 MXN~kc NZD~kg OMR=m2 OMR~m2 PHP=l5 QAR=m3 QAR~m3 SAR=m4
    SAR~m4 SBD~m5 SDG=m6 SDG~m6 SRD~m7 SYP=m8 THB=ko TND=m9 TND~m9 TTD~ma TWD~kr USD~kt UYU~mb
    YER=mc YER~mc as: BYN~l2 PHP=l5 az: AZN=ja BYN~l2 PHP=l5 RON~md SYP~me THB=ko TWD~kr az-Cyrl:
    AZN=ja be: AUD~j9 BBD~mf BMD~mg BRL=mh BSD~mi BYN=mj BYN~mj BZD~lh CAD=l3 CAD~jg CUC~mk CUP~ml
    DOP~mm FJD~lo FKP~mn GYD~mo ISK~mp JMD~mq JPY=ji KYD~mr LRD~ms MXN~kc NAD~mt NZD=mu NZD~kg
    PHP=l5 RUB=kl RUB~mv SBD~mw SGD~mx TTD~ma USD=fx UYU~my XCD~kw bg: AFN~mz AMD~n0 ARS~n1 AUD=n2
    AUD~n2 AZN~n3 BBD~n4 BDT~n5 BGN=n6 BGN~n6 BMD~n7 BND~n8 BRL=mh BRL~mh BSD~n9 BZD~na CAD=l3
    CAD~l3 CLP~nb CNY=nc CNY~nc COP~nd CRC~ne CUP~nf DOP~ng FJD~nh FKP~ni GBP=nj GHS~nk GIP~nl
    GYD~nm HKD=nn HKD~nn ILS=no ILS~no INR=np INR~np JMD~nq JPY=nr KHR~ns KRW=nt KRW~nt KYD~nu
    KZT~nv LAK~nw LRD~nx MNT~ny MXN=l4 MXN~l4 NAD~nz NGN~o0 NZD=mu NZD~mu PHP=l5 PHP~l5 PYG~o1
    RON~o2 SBD~o3 SGD~o4 SRD~o5 SSP~o6 TRY~o7 TTD~o8 TWD=o9 TWD~o9 UAH~oa USD=ob UYU~oc VND=od
    VND~od XCD=oe bn: BDT=jc BYN~l2 PHP=l5 THB=ko TWD~kr bs: AUD=n2 BAM=jb BRL=mh BYN~l2 CAD=l3
    CNY=nc GBP=nj HKD=nn HRK=jv ILS=no JPY=ji MXN=l4 NZD=mu PHP=l5 RSD=of RSD~of THB=ko TWD~kr
    USD=l7 XCD=oe XPF=og XPF~og bs-Cyrl: BAM=oh CZK=oi JPY=ji PLN=oj RSD=ok RSD~ok TRY=ol ca: AUD=l8
    BRL=mh BYN~l2 CAD=l3 CNY=nc JPY=ji MXN=l4 PHP=l5 THB=ko USD=l7 VEF~om XCD=oe chr: BYN~l2 PHP=l5
    USD=fx cs: AUD=l8 BYN~l2 CZK=jk ILS=no INR=np PHP=l5 RON~ju TWD~kr VND=od cv: RUB=kl USD=fx cy:
    BDT~on BWP~oo BYN~l2 HKD~jt KRW=nt PHP=l5 THB=ko TWD~kr ZAR~op ZMW~oq da: AUD=l8 BYN~or DKK=os
    DKK~os ISK~os NOK~os PHP=l5 RON~ju SEK~os THB=ko TWD~kr de: AUD=l8 BYN~l2 CUC~ot FKP~ou GHS~ov
    GNF~ow JPY=ji KMF~ox PHP=l5 RON~ju RWF~oy SYP~oz THB=ko TWD~kr USD=fx ZMW~ka dsb: AUD=n2 JPY=ji
    PLN=ki THB=ko USD=fx el: BYN~l2 PHP=l5 THB=ko USD=fx en: JPY=ji USD=fx es: AUD=n2 BRL=mh BYN~l2
    CAD=l3 CNY=nc EGP~p0 GBP=nj HKD=nn ILS=no INR=np JPY=nr KRW=nt MXN=l4 NZD=mu PHP=l5 RON~ju
    THB=ko TWD=o9 TWD~kr XAF=p1 XAF~p1 XCD=oe XOF=p2 XOF~p2 et: AUD=l8 JPY=ji PHP=l5 THB=ko TWD~kr
    USD=fx eu: BYN~l2 PHP=l5 THB=ko TWD~kr fa: AFN=j6 BYN~mj CAD=p3 CNY=p4 HKD=p5 IRR=p6 IRR~p6
    JPY=ji MXN=p7 NZD=p8 PHP=l5 THB=ko USD=fx XCD=p9 XOF=pa XOF~pa fi: AOA~pb ARS~n1 AUD=n2 AUD~n2
    BAM~pc BBD~n4 BDT~n5 BMD~n7 BND~n8 BOB~pd BRL=mh BRL~mh BSD~n9 BWP~oo BZD~na CAD=l3 CAD~l3
    CLP~nb CNY=nc CNY~nc COP~nd CRC~ne CUC~pe CUP~nf CZK~pf DKK~pg DOP~ng EGP~p0 FJD~nh FKP~ni
    GEL~ph GIP~nl GNF~pi GTQ~pj GYD~nm HKD=nn HKD~nn HNL~pk HRK~pl HUF~pm IDR~pn ILS=no ILS~no
    INR=np INR~np ISK~po JMD~nq JPY=ji KHR~ns KMF~pp KPW~pq KRW=nt KRW~nt KYD~nu KZT~nv LAK~nw
    LBP~pr LKR~ps LRD~nx MGA~pt MMK~pu MNT~ny MUR~pv MXN=l4 MXN~l4 MYR~pw NAD~nz NGN~o0 NIO~px
    NOK~py NPR~pz NZD=mu NZD~mu PHP=l5 PHP~l5 PKR~q0 PLN~q1 PYG~o1 RON~o2 RWF~q2 SBD~o3 SEK~q3
    SGD~o4 SHP~q4 SRD~o5 SSP~o6 STN~q5 SYP~oz THB~q6 TOP~q7 TRY~o7 TTD~o8 TWD=o9 TWD~o9 UAH~oa
    USD=fx UYU~oc VEF~q8 VND=od VND~od XCD=oe XCD~oe XPF=og XPF~og ZAR~op ZMW~oq fil: BYN~l2 JPY=ji
    THB=ko TWD~kr USD=fx fr: ARS=q9 AUD=qa BMD=qb BND=qc BYN~l2 BZD=qd CAD=p3 CLP=qe CNY=nc COP=qf
    EGP~qg FJD=qh FKP=qi GBP=qj GIP=qk HKD=nn JPY=nr KMF~ox LBP=ql LBP~qm MXN=p7 NAD=qn NIO~qo
    NZD=p8 PHP=l5 RON~ju RWF~qp SBD=qq SGD=qr SRD=qs TOP~qt TTD=qu TWD=o9 TWD~kr USD=qv UYU=qw
    WST=qx WST~qx XCD=oe XPF=qy XPF~qy ZMW~qz ga: JPY=ji THB=ko TWD~kr USD=fx gd: BYN~l2 PHP=l5
    RON~l6 THB=ko TWD~kr USD=fx gl: BYN~mj KMF~ox MXN=p7 PHP=l5 RUB~r0 THB=ko TWD~kr USD=fx XCD=oe
    gu: BYN~l2 MUR~r1 PHP=l5 THB=ko TWD~kr ha: JPY=ji NGN=ke USD=fx he: BYN~r2 CNY=r3 JPY=ji PHP=l5
    THB=ko TWD~kr USD=fx hi: BYN~l2 PHP=l5 RON~r4 THB=ko TWD~kr USD=fx hr: AUD=n2 BRL=mh BYN~l2
    CAD=l3 CNY=nc GBP=nj HKD=nn HRK=jv ILS=no INR=np JPY=nr KRW=nt MXN=l4 NZD=mu PHP=l5 TWD=o9
    TWD~kr USD=l7 VND=od XCD=oe XPF=og XPF~og hsb: AUD=n2 JPY=ji PLN=ki THB=ko USD=fx hu: AUD=n2
    BRL=mh BYN~l2 CAD=l3 CNY=nc EUR=r5 GBP=nj HKD=nn HUF=jw ILS=no INR=np JPY=ji KRW=nt MXN=l4
    NZD=mu PHP=l5 TWD=o9 TWD~kr USD=l7 VND=od XCD=oe hy: AMD=j7 BYN~l2 PHP=l5 THB=ko TWD~kr USD=fx
    id: AUD=l8 BYN~l2 IDR=jx INR=k8 PHP=l5 THB=ko TWD~kr ig: JPY=ji NGN=ke USD=fx is: AUD=n2 BRL=mh
    CAD=l3 DKK~os EUR=r5 GBP=nj INR=np ISK=os ISK~os KRW=nt MXN=l4 NOK~os NZD=mu PHP=l5 SEK~os
    TWD=o9 TWD~kr USD=l7 VND=od it: BRL=mh BYN~mj EGP~qg HKD=nn INR=np JPY=nr KRW=nt MXN=l4 NOK~r6
    THB=ko TWD=o9 TWD~kr USD=l7 VND=od ja: BYN~l2 CNY=r7 CNY~r8 JPY=ji JPY~r8 PHP=l5 RON~r9 USD=fx
    jv: IDR=jx ka: AUD=n2 BYN~l2 CNY=nc GEL=jp HKD=nn ILS=no INR=np JPY=nr KRW=nt NZD=mu PHP=l5
    TWD~kr VND=od kk: BYN~l2 KZT=k5 LSL=ra LSL~ra PHP=l5 RUB=kl THB=ko TWD~kr USD=fx km: BYN~l2
    KHR=k2 LSL=rb LSL~rb PHP=l5 THB=ko TWD~kr USD=fx kn: BYN~l2 PHP=l5 RON~rc THB=ko TWD~kr USD=fx
    ko: AUD=l8 BYN~l2 PHP=l5 RON~ju TWD~kr kok: BYN~l2 PHP=l5 RON=rd RON~r4 ky: AUD=n2 BMD~mg BRL=mh
    BSD~mi BYN~l2 BZD~lh CAD=l3 CAD~kf DOP~mm EGP~re GBP=nj HKD=nn HKD~jt HRK~rf ILS=no INR=np
    JMD~mq KGS=rg KRW=nt MXN=l4 NZD=mu PHP=l5 THB=ko TTD~ma TWD=o9 TWD~kr USD=l7 XCD=oe lo: BYN~l2
    LAK=k6 PHP=l5 THB=ko TWD~kr lt: AUD=n2 BDT~n5 BRL=mh BYN~mj CAD=l3 CNY=nc GBP=nj HKD=nn ILS=no
    ILS~no INR=np INR~np JPY=nr KHR~ns KRW=nt LAK~nw MNT~ny MXN=l4 NZD=mu PHP=l5 PLN~rh PYG~ri
    RUB~rj TWD=o9 USD=l7 VND=od VND~od XAF=p1 XAF~p1 XCD=oe XOF=p2 XOF~p2 XPF=og XPF~og lv: AUD=l8
    BYN~l2 GHS~nk JPY=ji PHP=l5 THB=ko TWD~kr USD=fx mk: AUD=n2 BYN~l2 CNY=nc GBP=nj HKD=nn ILS=no
    INR=np JPY=nr KRW=nt MKD=rk MKD~rk NZD=mu PHP=l5 TWD=o9 TWD~kr VND=od ml: BYN~l2 JPY=ji PHP=l5
    THB=ko TWD~kr USD=fx mn: BYN~l2 MNT=kb PHP=l5 SEK~rl THB=ko TWD~kr USD=fx mr: PHP=l5 THB=ko
    TWD~kr USD=fx ms: BYN~l2 CAD=l3 MXN=l4 MYR=kd PHP=l5 TWD~kr USD=l7 ms-Arab: MYR=kd my: ANG=rm
    ANG~rm AWG=rn AWG~rn BBD~mf BSD~mi BYN~l2 HTG=ro HTG~ro MMK=ka PAB=rp PAB~rp THB=ko TTD=ma ne:
    BYN~l2 NPR=rq NPR~rr PHP=l5 THB=ko nl: AUD=l8 BYN~l2 CAD=kf FJD=lo PHP=l5 SBD=mw THB=ko TWD~kr
    XCG~rs XPF=og XPF~og no: AUD=n2 BRL=mh BYN~l2 CAD=l3 CNY=nc HKD=nn ILS=no INR=np JPY=nr KRW=nt
    MXN=l4 NOK=jl NZD=mu PHP=l5 RON~ju TWD=o9 TWD~kr USD=l7 VND=od XAF=p1 XAF~p1 XCD=oe XPF=og
    XPF~og or: BYN~l2 JPY=ji PHP=l5 USD=fx pa: BYN~l2 PHP=l5 THB=ko TWD~kr pa-Arab: PKR=rt pcm:
    BYN~ru CAD=rv NGN=ke PHP=l5 pl: AUD=n2 CAD=l3 CNY=nc GBP=nj HKD=nn ILS=no INR=np JPY=nr KRW=nt
    MXN=l4 NZD=mu PHP=l5 PLN=ki RON~rw TWD=o9 TWD~kr USD=l7 VND=od ps: AFN=j6 BYN~l2 USD=fx pt:
    AUD=l8 BYN~l2 PHP=l5 RON~ju SYP~me THB=ko TWD~kr ro: AUD=n2 BRL=mh BYN~l2 CAD=l3 CNY=nc EUR=r5
    GBP=nj HKD=nn ILS=no INR=np JPY=nr KRW=nt MXN=l4 NZD=mu PHP=l5 TWD=o9 TWD~kr USD=l7 VND=od
    XCD=oe ru: BYN~l2 GEL~rx JPY=ji PHP=l5 RON~ju RUB=kl THB=ko TMT=ry TMT~ry TWD~kr UAH=ks USD=fx
    sd: BYN~l2 PHP=l5 PKR=k8 sd-Deva: JPY=ji USD=fx si: BYN~l2 LKR=rz LKR~rz PHP=l5 THB=ko TWD~kr
    XOF=s0 XOF~s0 sk: AUD=n2 BRL=mh BYN~l2 CAD=l3 CNY=nc GBP=nj HKD=nn ILS=s1 INR=np JPY=nr KRW=nt
    NZD=mu PHP=l5 TWD=o9 TWD~kr USD=l7 VND=od sl: AUD=n2 BRL=mh BYN~l2 CAD=l3 GBP=nj JPY=ji MXN=l4
    NZD=mu PHP=l5 TWD=o9 TWD~kr USD=fx XCD=oe so: BBD=s2 SOS=s3 SOS~s3 sq: AFN~s4 ALL=s5 ALL~s5
    AMD~n0 AOA~pb ARS~n1 AUD~n2 AZN~n3 BAM~pc BBD~n4 BDT~n5 BMD~n7 BND~n8 BOB~pd BRL=mh BRL~mh
    BSD~n9 BWP~oo BZD~na CAD~l3 CLP~nb CNY~nc COP~nd CRC~ne CUC~pe CUP~nf CZK~pf DKK~pg DOP~ng
    EGP~p0 FJD~nh FKP~ni GBP~nj GEL~ph GIP~nl GNF~pi GTQ~pj GYD~nm HKD~s6 HNL~pk HRK~pl HUF~pm
    IDR~pn ILS~no INR~np ISK~po JMD~nq JPY~nr KHR~ns KMF~pp KPW~pq KRW~nt KYD~nu KZT~nv LAK~nw
    LBP~pr LKR~ps LRD~nx MGA~pt MMK~pu MNT~ny MUR~pv MXN~l4 MYR~pw NAD~nz NGN~o0 NIO~px NOK~py
    NPR~pz NZD~mu PHP=l5 PHP~l5 PKR~q0 PLN~q1 PYG~o1 RON~o2 RUB~s7 RWF~q2 SBD~o3 SEK~q3 SGD~o4
    SHP~q4 SRD~o5 SSP~o6 STN~s8 SYP~oz THB=ko THB~q6 TOP~q7 TRY~o7 TTD~o8 TWD~o9 UAH~oa USD~l7
    UYU~oc VND~od XCD~oe ZAR~op ZMW~oq sr: AUD=n2 BAM=oh BYN~l2 GEL~rx JPY=ji KRW=nt NZD=mu PHP=l5
    TWD~kr VND=od sr-Latn: AUD=n2 BAM=jb BYN~s9 GEL~rx JPY=ji KRW=nt NZD=mu PHP=l5 TWD~kr VND=od sv:
    AUD=n2 BBD=mf BMD=le BRL=sa BSD=lg BYN~l2 BZD=lh CNY=nc DKK=sb DOP=mm EGP=sc GBP=nj HKD=nn
    INR=np ISK=sd JMD=lt JPY=nr KRW=nt NOK=se NZD=mu PHP=l5 RON~ju SEK=jl TWD=o9 TWD~kr VND=od sw:
    BYN~l2 KES=sf KES~sf PHP=l5 THB=ko TWD~kr TZS=sg TZS~sg ta: BYN~l2 JPY=ji PHP=l5 THB=ko TWD~kr
    USD=fx te: BYN~l2 PHP=l5 THB=ko TWD~kr USD=fx th: AUD=l8 BYN~l2 JPY=ji PHP=l5 THB=ko TWD~kr ti:
    CNY=nc ETB=mj ETB~mj JPY=nr tk: BYN~l2 EUR=r5 GBP=nj PHP=l5 tr: AUD=l8 BYN~l2 JPY=ji PHP=l5
    RON~ju THB=ko TRY=kq TWD~kr USD=fx uk: AUD=n2 BRL=mh BYN~l2 CAD=l3 CNY=nc EUR=r5 GBP=nj HKD=nn
    ILS=no INR=np JPY=ji KRW=nt MXN=l4 NZD=mu PHP=l5 TWD=o9 UAH=ks USD=l7 VND=od XCD=oe ur: BYN~l2
    PHP=l5 PKR=k8 THB=ko TWD~kr USD=fx uz: BYN~l2 PHP=l5 UZS=sh UZS~sh uz-Arab: AFN=j6 uz-Cyrl:
    THB=ko UZS=si UZS~si vi: AUD=l8 BYN~l2 JPY=ji PHP=l5 THB=ko TWD~kr yo: NGN=ke RUB=kl USD=fx yue:
    AUD=l8 BYN~l2 JPY=ji KRW=sj PHP=l5 yue-Hans: AUD=l8 BYN~l2 CNY=ji KRW=sj PHP=l5 zh: AUD=l8
    BYN~l2 CNY=ji PHP=l5 TWD~kr zh-Hant: AUD=l8 BYN~l2 JPY=ji KRW=sj PHP=l5 RON~ju TWD=fx zu: BYN~sk
    DKK~sl HRK~rf ISK~sl NOK~sl PHP=l5 PLN~sm SEK~sl THB=ko TWD~kr USD=fx ZAR=l0 af-NA: NAD=fx
    ar-AE: BND~fx ar-DJ: DJF=sn DJF~sn ar-ER: ERN=so ERN~so ar-KM: KMF=k3 ar-SO: SOS=s3 SOS~s3
    ar-SS: GBP=sp SSP=jo bn-IN: USD=fx de-CH: EUR=r5 EUR~r5 de-LI: EUR=r5 en-001: JPY=k0 USD=kt
    en-AL: JPY=k0 USD=kt en-AR: ARS=fx JPY=k0 USD=kt en-BD: BDT=jc JPY=k0 USD=kt en-BG: JPY=k0
    USD=kt en-BI: BIF=sq BIF~sq en-BN: BND=fx JPY=k0 USD=kt en-BR: JPY=k0 USD=kt en-CA: CAD=fx
    JPY=k0 USD=kt en-CL: CLP=fx USD=kt en-CN: CNY=ji JPY=k0 KRW=sj USD=kt en-CO: COP=fx USD=kt
    en-CV: CVE=sr CVE~sr JPY=k0 USD=kt en-GR: JPY=k0 USD=kt en-MM: JPY=k0 USD=kt en-MX: MXN=fx
    USD=kt en-PH: JPY=k0 USD=kt en-RU: JPY=k0 USD=kt en-TH: JPY=k0 USD=kt en-TR: TRY=kq en-TW:
    KRW=sj TWD=fx USD=kt es-419: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od
    es-AG: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-BB: EGP~jm EUR=r5
    FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-BM: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me
    THB=q6 USD=l7 VEF~st VND=od es-BQ: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st
    VND=od es-BS: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-CA: CAD=fx
    EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-CW: EGP~jm EUR=r5 FKP~mn
    SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-DM: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6
    USD=l7 VEF~st VND=od es-GD: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od
    es-GQ: XAF=kv XAF~kv es-GY: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od
    es-HT: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-KN: EGP~jm EUR=r5
    FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-KY: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me
    THB=q6 USD=l7 VEF~st VND=od es-LC: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st
    VND=od es-PH: PHP=kh es-TC: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od
    es-TT: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-VC: EGP~jm EUR=r5
    FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st VND=od es-VG: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me
    THB=q6 USD=l7 VEF~st VND=od es-VI: EGP~jm EUR=r5 FKP~mn SSP~ss SYP~me THB=q6 USD=l7 VEF~st
    VND=od fr-BI: BIF=sq BIF~sq fr-CA: ARS=n1 AUD=su BMD=n7 BND=n8 BYN~mj BZD=na CAD=fx CLP=nb
    CNY=jh COP=nd FJD=nh FKP=ni GBP=jo GEL~ph GIP=nl HKD=sv ILS=no INR=np JPY=ji KMF~k3 KRW=nt
    LBP=pr MXN=l4 NAD=nz NIO~kf NZD=sw SBD=o3 SGD=sx SRD=o5 TTD=o8 USD=sy UYU=oc VND=od WST=sz
    WST~sz XAF=p1 XAF~p1 XOF=p2 XOF~p2 XPF=og XPF~og ZMW~l1 fr-CD: CDF=ox CDF~ox fr-CH: CHF~t0
    fr-DJ: DJF=sn DJF~sn fr-DZ: DZD=t1 DZD~t1 fr-GN: GNF=jr fr-HT: HTG=ro HTG~ro fr-KM: KMF=k3
    fr-MG: MGA=k9 fr-MR: MRU=t2 MRU~t2 fr-MU: MUR=k8 fr-RW: RWF=km fr-SC: SCR=t3 SCR~t3 fr-SY:
    SYP=t4 fr-TN: TND=t5 TND~t5 fr-VU: VUV=t6 VUV~t6 ha-GH: GHS=jq hr-BA: BAM=jb ms-Arab-BN: BND=fx
    ms-BN: BND=fx ms-ID: IDR=jx ms-SG: SGD=fx nl-AW: AWG=t7 AWG~t7 nl-BQ: USD=fx nl-CW: ANG=t8
    ANG~t8 nl-SR: SRD=fx nl-SX: ANG=t8 ANG~t8 nn: GBP=nj RON~kk TWD~fx ps-PK: PKR=k8 pt-PT: SYP~jo
    ro-MD: MDL=ju MDL~ju ru-BY: BYN=mj BYN~mj ru-KG: KGS=rg ru-KZ: KZT=k5 ru-MD: MDL=ju MDL~ju
    so-DJ: DJF=sn DJF~sn so-ET: ETB=mj ETB~mj so-KE: KES=sf KES~sf sq-MK: MKD=t9 MKD~t9 sr-ME:
    BAM=jb BYN~s9 sw-CD: CDF=ox CDF~ox sw-KE: USD=fx sw-UG: UGX=ta UGX~ta ta-LK: LKR=tb ta-MY:
    MYR=kd SGD=mx ta-SG: MYR=kd SGD=fx USD=kt ti-ER: ERN=so ERN~so ur-IN: PKR=q0 zh-HK: CNY=jh
    zh-JP: CNY=jh zh-MO: CNY=jh MOP=tc MOP~tc zh-SG: CNY=jh SGD=fx zh-Hant-CN: CNY=ji JPY=k0 TWD=kr
    zh-Hant-HK: KRW=k4 TWD=kr en-AG: XCD=fx en-AI: XCD=fx en-AU: AUD=fx BDT~td BRL=mh CAD=l3 CNY=nc
    CUP~kh EGP~jo EUR=r5 GBP=nj HKD=nn ILS=no INR=np ISK~sl JPY=nr KRW=nt MXN=l4 NZD=mu PHP=l5
    PYG~ri SCR=k8 SCR~k8 SEK~sl TWD=o9 USD=l7 UYU~my VND=od XAF=p1 XAF~p1 XCD=oe XOF=p2 XOF~p2
    XPF=te XPF~te en-BB: BBD=fx en-BM: BMD=fx en-BS: BSD=fx en-BW: BWP=jf en-BZ: BZD=fx en-CC:
    AUD=fx en-CK: NZD=fx en-CX: AUD=fx en-DM: XCD=fx en-ER: ERN=so ERN~so en-FJ: FJD=fx en-FK:
    FKP=jo GBP=sp en-GD: XCD=fx en-GH: GHS=jq en-GI: GBP=sp GIP=jo en-GM: GMD=tf GMD~tf en-GY:
    GYD=fx en-ID: IDR=jx en-IN: USD=fx en-JM: JMD=fx en-KE: KES=sf KES~sf en-KI: AUD=fx en-KN:
    XCD=fx en-KY: KYD=fx en-LC: XCD=fx en-LR: LRD=fx en-LS: ZAR=l0 en-MG: MGA=k9 en-MO: MOP=tc
    MOP~tc en-MS: XCD=fx en-MT: GBP=sp en-MU: MUR=k8 en-MV: MVR=tg MVR~tg en-MW: MWK=th MWK~th
    en-MY: MYR=kd en-NA: NAD=fx en-NF: AUD=fx en-NG: NGN=ke en-NR: AUD=fx en-NU: NZD=fx en-NZ:
    NZD=fx en-PG: PGK=ka PGK~ka en-PK: PKR=k8 en-PN: NZD=fx en-RW: RWF=km en-SB: SBD=fx en-SC:
    SCR=t3 SCR~t3 en-SG: SGD=fx en-SH: GBP=sp SHP=jo en-SL: SLE=ti SLE~ti en-SS: GBP=sp SSP=jo
    en-SX: ANG=t8 ANG~t8 en-SZ: SZL=tj SZL~tj en-TK: NZD=fx en-TO: TOP=kp en-TT: TTD=fx en-TV:
    AUD=fx en-TZ: TZS=sg TZS~sg en-UG: UGX=ta UGX~ta en-VC: XCD=fx en-VU: VUV=t6 VUV~t6 en-WS:
    WST=tk WST~tk en-ZA: ZAR=l0 en-ZM: ZMW=ka es-AR: ARS=fx USD=kt es-BO: BOB=jd es-BR: BRL=je
    es-BZ: BZD=fx es-CL: CLP=fx USD=kt es-CO: COP=fx USD=kt es-CR: CRC=jj es-CU: CUP=fx USD=kt
    es-DO: DOP=mm USD=kt es-EC: USD=fx es-GT: GTQ=js es-HN: HNL=ju es-MX: BYN~ru FKP~jo MRU=t2
    MRU~t2 MXN=fx RON~kk SSP~jo SYP~jo VEF~jd es-NI: NIO=kf es-PA: PAB=rp PAB~rp es-PE: PEN=tl
    PEN~tl es-PR: USD=fx es-PY: PYG=tm es-SV: USD=fx es-US: CAD=jg EUR=jn FKP~jo GBP=jo JPY=ji
    RON~kk SSP~jo SYP~jo USD=fx VEF~jd es-UY: USD=kt UYU=fx es-VE: VEF=tn VEF~tn VES=to VES~to
    pt-AO: AOA=j8 pt-CV: CVE=sr CVE~sr pt-MO: MOP=tc MOP~tc pt-MZ: MZN=tp MZN~tp pt-ST: STN=kn
    zh-Hant-MO: MOP=tc MOP~tc en-DK: DKK=os DKK~os en-SE: SEK=jl
    """
}
