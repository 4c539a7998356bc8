// SPDX-License-Identifier: Apache-2.0
// Made by `swift run cldr-tables` from CLDR 48, © Unicode, Inc., SPDX Unicode-3.0.
// swift-format-ignore-file

/// The likely script and region of each language.
enum LikelyLanguageTable {
  /// Scripts and regions, each with its languages.
  static let languages = """
    Aghb_AZ: xag Ahom_IN: aho Arab_001: zba Arab_AE: ssh Arab_AF: aee aiq ask bsh glh gwt haz isk
    jat mhj mnj nli pbt phv prc ps psh psi sdg sgy sts tra trm uzs wbk wsv xvi Arab_BH: abv Arab_CM:
    fub mfi Arab_CN: aib srh ug Arab_DZ: aao arq grr kcy mey mzb tjo Arab_EG: aec ar arz avl siz
    Arab_GN: jad Arab_ID: wlo Arab_IN: dcc hkh ks prx Arab_IQ: acm ayp bjm ckb sdb sdf Arab_IR: atn
    avd azb bqi def esh fa fay faz gbz glk gzi hac hrz kfm klj kmz ktl lki lrc lrl lsa luz mzn ntz
    nyq prd qxq rdb rmt sdh sgr shm siy smy sqo srz tks tov vaf vmh xkc xkj xkp Arab_KH: cja
    Arab_KM: wni zdj Arab_KW: afb Arab_LY: auj ayl gha jbn Arab_MA: ary Arab_NE: kby Arab_OM: acx
    adf bhm hoh hss luv shv zum Arab_PK: aeq bal bdz bft bgn bgp bhe brh bsk clh deh dmk dml ggg ghr
    gig gjk gju gwc gwf hnd hno jdg jnd jog kbu khw kvx kxp lah lrk lss mby mki mve mvy nlm odk oru
    phl phr plk pst sbn scl sd shd skr trw ur ush vgr wne xhe xka ydg Arab_SA: acw ars Arab_SD: apd
    bej brk dgl fia Arab_SY: apc Arab_TD: mde shu Arab_TH: mfa Arab_TJ: abh Arab_TM: chg Arab_TN:
    aeb sds Arab_TR: ota Arab_UZ: auz Arab_YE: acq ayh ayn sqt Arab_YT: swb Armi_IR: arc Armn_AM:
    axm hy hyw rmi Avst_IR: ae Bali_ID: kaw Bamu_CM: bax Batk_ID: btd btm Beng_BD: aot bn ctg rkt
    sdr syl Beng_IN: as bpy cdz der grt kdq mni rah unr unx Bopo_CN: hmj hmq Brah_IN: pka pmh psu
    Brah_IR: kho xtq Cakm_BD: ccp tnv Cans_CA: cr crj crk crl crm csw iu nsk oj ojs Cari_TR: xcr
    Cham_VN: cjm Cher_US: chr Chrs_UZ: xco Copt_EG: cop Cprt_CY: ecy Cyrl_BG: bg Cyrl_BY: be
    Cyrl_GE: ab os Cyrl_IL: bhh Cyrl_KG: dng ky Cyrl_KZ: kk Cyrl_MK: mk Cyrl_MN: bxm mn ykh Cyrl_RS:
    rsk sr Cyrl_RU: abq ady agx akv alr alt ani aqc atv av ba bph bua ce chm cji ckt clw cu cv dar
    ddo dlg enf enh eve evn gdo gin gld huz inh itl jdt kap kbd kca ket khv kim kjh koi kpt kpy krc
    krk kum kv kva lbe lez mdf mns mrj mtm mud myv ndf neg nio niv nog oaa oac omk orv ru rut sah
    sel sia sjd sjt sty tab tin tt tyv ude udi udm ugh ulc xal xas xdq xpm xrm xrn xwo ykg ynk yrk
    ysr yug yux zko zkz Cyrl_TJ: paq sgh tg yai Cyrl_UA: crh jct rue uk Cyrl_UZ: kaa Deva_FJ: hif
    Deva_IN: agi ahr anp anq anr asr awa bee bfb bfy bfz bgc bgd bgq bgw bha bhb bhd bhi bho bht bhu
    bix biy bjj bns bpx bra brx cdh cdj cdn cih daq doi duh emu fmu gbk gbm gdx goj gok gon gra hi
    hlb hne hoc hoj hoy jnl jns kex kfb kfk kfp kfq kfr kfs kfu kfx kfy khn kjo kmj knn kok kru ksz
    kwx kyw lae lbf lbm mag mai mjl mjt mkb mke mr mrr mtr mut mwr nlx noe noi oon pch pci pgg phd
    pwr raj rtw rwr sa sck sgj sjp srx swv tdb tkb vah vas vav vjk wbr wtm xnr Deva_NP: aph bap bhj
    bmj brd byh byw cdm chx ctn dhi dhw drq dry dty dus dwz emg ghe gvr gyo hut jee jml jul kgj kif
    kip kjl kkt kle klr kra kte kyv lbr lhm lif lmh loy luu mgp mjz mrd nao ncd ne new nmm nwx ola
    phw pum raa rab raf rav rji rjs scp skj soi suz syw taj tcn tdg tdh tge the thf thl thq thr ths
    tij tkt ttz vay wme xsr ybh ybi Deva_PK: btv Egyp_EG: egy Elym_IR: xly Ethi_ER: byn tig Ethi_ET:
    agj ahg alw am anu awn bcq bst dox drs gez gmv gof gru har hdy ior kqy ktb mdx mdy muz mvz mym
    sgw stv ti wal wle xan zwa Geor_GE: bbl jge ka oav sva xmf Gong_IN: wsg Gonm_IN: esg Goth_UA:
    got Gran_IN: oty Grek_GE: uum Grek_GR: aat cpg ecr el grc pnt tsd yej Grek_IT: scx Grek_TR: bgx
    xpg Gujr_IN: cdi dhn dho dub gas gbl gu Guru_IN: pa Hang_KR: jje okm Hani_CN: how swi zch zeh
    zgb zgm zgn zhd zlj zln zlq zqe zyg zyn zzj Hani_KR: oko Hans_CN: cdo cjy cnp csp czh gan hak
    hnm hsn luh nan sjc wuu zh Hant_CN: ltc lzh Hant_HK: yue Hebr_CZ: czk Hebr_DE: yih Hebr_FR: zrp
    Hebr_IL: aij hbo he huy iw jbe jpr jrb jye lad lsd trg yhd yud Hebr_IT: itk Hebr_PS: jpa
    Hebr_UA: ji yi Hluw_TR: hlu Hmnp_US: hnj mww Ital_IT: ett osc pgn xve Java_ID: osi tes Jpan_JP:
    ams ja yoi Kali_MM: eky kvy kyu Kana_JP: ain ryu Khar_PK: pgd Khmr_KH: brb km krr krv okz pcb
    rka smu tpu xhm Kits_CN: zkt Knda_IN: brw kfa kfd kfg kn tcy vmd Kore_KR: ko Lana_CN: cuu
    Lana_MM: kkh stu Lana_TH: nod Laoo_LA: alk brv kjg kuf lbo lo ncq ngt oyb pho sct sqq sss tth
    tto Latf_DE: gml Latg_IE: mga Latn_001: avk bzt dws eo ia igs io jbo ldn lfn neu nov qya tok tzl
    vo Latn_AG: aig Latn_AL: sq Latn_AO: blv cjk dhm hng hol khu kmb kwy kwz lch lum mck mfu mxg nba
    ndq nkn nne nql nsx nye nyk olu pnd umb xdo yax Latn_AR: axb crq crt moc mzh ona plg pue qus teh
    tob ule vil wlv Latn_AT: bar Latn_AU: adg adt aea aer aid ajn alh aly amg amx amy amz ant aoi
    ard are avm awg awk axe axl ayd bcj bck bdy bia bjb bjy bpl bpt bvr bxi bxj bxn bym bzr coa dax
    dbl dda ddj ddr dgn dgt dgw dhg dhl dhr dhu dhx dif dja djb djd djf dji djj djn djr djw dmd dmw
    drl dth dwu dwy dyb dyd dyn dyy dze eaa err fln gbb gbd gbu gbw gcd gdc gdh gdj gdt ggd gge ggk
    gia gih giy gjm gjr gko gll gma gmr gni gnl gnn gnr gtu gue guf gup gvn gvy gwm gwu gww gyd gyf
    gyy hrp ibd ihw iin ikr ilg jan jao jay jbi jbw jig jng jui kba kbe kda kdd kgl kgs kjn kkp kky
    kld ktd ktg kux kuy lby lbz lja ljw ljx lkm lku llj lmc lnj lnw lrg mec mem mep mfr mhg mpb mpc
    mph mpj mvl mwf mwp nam nay nbj nck ngk nha nhf nid nig nji nju nlw nly nmp nmv nna nnr nnv nny
    nrk nrl nrx ntg ntj nug nuy nwg nwo nxn nyh nys nyt nyv nyx okg olk pit piu pjt pkn pmd pnj pnv
    pnw pti rbp rit rkw rmb rnr rop rrt rxd rxw tbh tcs tgz thd tiw tjj tjp tju tjw typ ugb uky ulk
    umd umg ump umr ung unn urc urf uwa vka vku vma vmb vmi vml vmu waq wbp wbt wbv wdj wdk wdu wdy
    weg wga wgg wgu wgy wie wif wig wih wij wik wil wim wkr wkw wky wlg wlu wmb wmi wmt wnd wnm wnn
    wny woa wrb wrg wrh wri wrk wrl wrm wro wrr wrw wrz wth wua wub wur wux wwb wwr wxw wyb wyi xbb
    xbd xbe xbg xbj xbp xby xda xdk xgd xgg xgi xgm xgu xgw xjb xjt xmh xmp xmq xmu xmy xni xnk xnm
    xnu xny xpa xpb xpd xpf xph xpj xpl xpt xpv xpw xpx xpz xrd xrg xru xth xtv xud xul xun xut xwd
    xwj xwk xwt xww xxm xya xyb xyj xyk xyt xyy yda yga ygi ygu yia yii yij yil ylr ynd yrm yry yty
    yub ywg ywr yww yxa yxg yxl yxm yxu yxy yyr zku zma zmc zmd zme zmg zmj zmk zml zmm zmr zmt zmu
    zmv zmy znk Latn_AZ: az bdk kjj kry tkr tly ttt Latn_BA: bs Latn_BB: bjs Latn_BD: ekl mjx pkh
    tpe usi Latn_BE: vls wa Latn_BF: bbo bfo bib bof box bwj bwq bwy bxl cme cpo dgd dgi dgs dnn dos
    dya dyu gna gux kfz knz kqg kst kza lee lob mos nnw nti nuv pnl pnq pug rkm sbd sen sep seq sif
    skq sld sos stj sym tiq tsp tuz vig wbf wib xrb Latn_BI: rn Latn_BJ: ajg aug ayb bba beh blo bly
    bqa bqc cbj cib ddn dop fod fon fue gbh gbs gbx guw ica idd ijj kqk mkl mql mxl nqg nqk ntm pil
    soy sxw tbz tfi wem wwa xkb xwe xwl Latn_BN: bsb kxd Latn_BO: aro ay brg caj cao cap cas cav caw
    cax caz cyb ese gnw gui gyr ign ite ito jor lec mtp mzp pcp pnk psm puq qul rey sar srq tna tno
    trn ure yuq yuz Latn_BR: aan aap acs adw ait ama api apn apu apv apy aqz arj ark arr aru arx asn
    asu atr atx avo avv awe awt axg bkq bor ccd cin cul des dny fun gqn gta gub gun gvc gvj gvo gvp
    hir hix hrx irn jaa jbt jua jup jur kav kay kbb kbc kgk kgp kmv knm knt kpj kpn kqq kre ktn ktx
    kui kuq kwa kxo kyr kyz kzw lkd ltn mav mbc mbj mbl mdz mmh mmv mnd mpd mpq mpu mpw msp myp myu
    mzo mzr nab nuc opy orw oti otu oym pab pad paf pah pak pav pax paz pir plu pog pok prr pt pth
    pto pur pyn ram rkb sae shb sik skf slj sru suy swo swx tae taf tba tca ter tgv tka tkf tme tpk
    tpn tpr tpy tqb trz tud tuo tux twt txi txu uam umo unk urb urp uru urz vkm waf wau waw wca wir
    wmd wsu wyr xai xaj xat xav xbw xer xet xir xiy xkr xmo xok xoo xor xpk xpn xra xre xri xtw xwa
    xxr xyl yab yaw ybn yrl yro ywn zkp Latn_BS: bah Latn_BT: xkz Latn_BW: brl gnk gwj hio hnh huc
    mhw nhr nmn shg two tyu xkv yey Latn_BZ: bzj mop Latn_CA: abe alq asb atj bcr bea bla blc bue
    caf cay chp clc coo crg crx den dgr dtd geh git gwi hai has hax hei hur ikt kkz kut kwk lil mic
    moe moh ncg nuk ojb ojc ojw oka one ono otw pdt pqm scs sec sek shs squ srs sto str tce tgx thp
    tht tsi ttm tus wdt Latn_CD: agh alz asv bbe bbm bcp bct bhy bip biz bja bkf bkp bkt bli bmb bmg
    bml bni bnx boh bpj bqu brf brm buf buu bwl bws bww bxg byi bzm bzo dez diz dno doo dzn efe flr
    fom fuu gey gix gox hav hba hem hke hoo hum jgb job kbj kcv kcw kdg kel kg khx khy kkq kmw kny
    kpl ksv ktf ktu kty kws kzy lal lea led lej lel les lgm lgz lie lik liz lmi ln lnz log lol loo
    loq lse lu lua luj lvl lwa mdi mdj mdk mdm mdp mdq mfc mmz mnh msj mwz mxh myc nbd nbw ndk ndl
    ndt ndw nga ngb ngc nix niy nkw nlj nlo nnb noq nto nuu nxd nyc nyg nyj nzd okc omi oml pae pem
    pmb pof ppp rnd shc shr skt slx smx sng soc sod soe soo sop sub swf szg tap tbm tbt tek tii tll
    tmv tor vau won yaf yel ymg yng yns yom zla zmb zmf zmp zmq zms zmw zmz zne Latn_CF: aiy axk bbp
    bdt bff bfl bjo bkg bkj bme boy bpd bqk bvq deq dgk gba gbg gbp gbq gbv gdi geq gnz gso gyg kah
    kbn kcm ksp kuw kym liy lna lnl mcx mdn mgn mzv nbm ndy ngd ngg nmj nue nzk pnz sbz sg snj sqm
    ukh vae yaj yky yul Latn_CG: akw beq bkw bmw bok bui bvx bwz dde ebo ifm iyx kkw koh kwc kxx ldi
    lli mbm mdt mdu mdw mkw moj mow nda ndn ngz njx nzu sdj tsa tyi tyx vif xku zmx Latn_CH: gsw rm
    rmo wae Latn_CI: aba abi abu adj ahi ahm ahp ald any ati avi bci bet bev bjw bqv btg das dic dnj
    dyi ebr ega eot esm ggu gie gnj goa god gov gud gwa gxx hwa jek jod jud kfo kga kqm ktj kwp kxb
    kyf kzc lda loi lor mka moa mtb mxx neb ney nhb nku nwb plr pye seb sef sev ted tgw tjn wan wec
    wob xgb yre Latn_CK: pkp pnh rar rkh Latn_CL: alc arn huh kuz rap yag Latn_CM: aal abb add ael
    agq ags aku anv asj ass ato azo baf bag bas bav baw bbi bbj bbk bbq bbw bbx bby bce bcw bdn bdu
    beb bec bfd bfj bfm bfp bgf bgj bhs biw bju bkc bkh bkm bko bmo bmv bnz boe bpc bqd bqm bqo bqt
    bqz bri bse bsi bss btc bum bvg bvm bwh bwt bxp bxs byb byv bzv ckx cnq cuv dae dbq dii dkx dme
    dmm dmo dow dua dur duz ekm emn emz eto ewo fak fal fll fmp gid gis giz gke gmm gmn gnd gou gyi
    hij hna hya isu iyo jbu jgo jia jim kdz ken kfl kfn kid kkj klc kme kmp knp kot kqx ksf kvj kvm
    kwu kzr lbi lem leo lfa lmp lmx lns luw maf mbo mcp mcs mct mcu mdd mea meq mfd mff mfh mfj mfk
    mgg mgo mhk mif mij mkk mlb mlr mlw mmu mnf mpi mqb mru msv mtk mua muc mug muo muy mxf mxu myg
    mzd nbv ncr ndb ndu nfu nge ngj ngn ngv ngy nhu njj njy nkc nla nmg nml nmr nnh nnz nsh nvo nwe
    nza obl oku ost ozm pbi pfe pmm pmn pny sgi sox swq szv tik toz tsh ttf tui tvu twn udl uiv usk
    vut weh wes wok www xed xmb xmd xmg xmj yam yas yat yav ybb yei yko zhw zuy Latn_CN: acn aeu atb
    bca bfc bfs blr buh bwx byk cng cpx cqd doc dta duu ers hma hmm hmn hmp hms hmw hmy hmz hni hrm
    ili ium jiu jiy kmc lhi lhu lic mjg mji mmd mmr mnp muq nru nuf nxq pcc pmi pmj sce slr tji tjs
    vwa wbm ybe ycl za zhn zyj Latn_CO: aca ana ano ans arh bao bdc bmr bsn cbb cbc cbd cbg cbv cby
    chb cmi coe crf cto cub cui gob guc guh gum guo hto icr inb inj kbh kog kpc kvn kwi mbn mbp mbr
    mcl mot myy noa noj pbb pij pio pln pui sja slc snn sri tav tbn tdc ten tit tnb tnc tnd ttk tue
    tuf ycn ynu yui yup Latn_CR: brn bzd cjp gut Latn_CU: luq Latn_CV: kea Latn_CW: pap Latn_CY: acy
    Latn_CZ: cs Latn_DE: de dsb frk frr frs gmh goh hsb ksh nds osx pfl stq swg vmf wep yec Latn_DK:
    da jut rmd Latn_DZ: kab shy thv Latn_EC: acu auc cbi cof jiv mue qud qug quw qvi qvj qvz qxl qxr
    sey teb zro Latn_EE: et ie vro Latn_EG: xnz Latn_ER: kun nrb ssy Latn_ES: an ast ca es eu ext
    fax gl gnc mxi osp quq rmq xaa xvn Latn_ET: aa aiw amf arv bji bsw bwo cra dwr gax gdl guk gwd
    gyl hae jnj kbr kmq kxc lgn liq mfx moy mpe myf nnj om oyd she sid suq tsb wti zay Latn_FI: fi
    rmf smn sms Latn_FJ: bwb fj goo llx lmv rtm wyy Latn_FM: chk kos kpg mkj mrl ngm nkr nmt nuw pfa
    pif pon puw stw uli woe yap Latn_FO: fo Latn_FR: br co emx fr frm fro frp obt oc pcd pro xbm
    Latn_GA: bbg buw dma gev kbs keb koq kzo lup mhb mye nmd nra nxo nzb pic puu sak sbw snq swj sxe
    syi syx tck teg tsv vum wdd wum zmn Latn_GB: ang cnx cy enm gd ghc kw oco owl pi pld rme rmw sco
    trl wlm Latn_GD: gcl Latn_GF: eme gcr Latn_GH: abr acd ada adq afh afu aha ak akp anf avn bim
    biv bov bwu cko cli cll cpn dag dga doy ee gaa gjn gpe gur gwx hag jmr jwi kma kph kus kye lar
    lef lgq lig lip maw mzw naw ncu nfr nko nkq nlu nnu ntr nyb nzi saf sfw sig sil snw ssl tcd tpm
    vag wlx wss xkt xon xsm xxb Latn_GL: kl Latn_GM: man mnk wof Latn_GN: bcg bgo bmd bqf bsp bsv
    fuf gkp kke knu kqs ldm llc lma mbv mfg naj pbp sus tod yal zil Latn_GP: gcf Latn_GQ: bng bnm
    bvb bxc fab fan fpe nui Latn_GR: ruq Latn_GT: acr agu caa cac cak ckz itz ixl jac kek kjb knj
    mam poc poh quc qum quv ttc tzj usp xin Latn_GU: ch Latn_GW: bab bif bjg ble ccj eja kcj knf msw
    pbo pov Latn_GY: ake aox brc gyn mzx pbc skw tdm wap Latn_HN: cab jic pay Latn_HR: ckm dlm hr
    ist ruo Latn_HT: ht hvc Latn_HU: hu lng ohu qwm Latn_ID: aax aaz abs abz ace adn adr afz agf ahh
    aip air akb akc akg alo alp amk amq amv and aol aos aoz apg apx aqm asc asi asl asy asz atq auq
    auu auw awh awr aws awu awv awy ayz bac baj ban bay bbc bcd bdb bdl bdw bdx bed bei bep beu bew
    bfe bfg bgb bgv bgy bgz bhc bhp bhq bhv bhw bhz bjn bkl bkn bkr bkz bld blf blj bls blz bna bnd
    bne bnf bnq bnu bnv bpg bpo bpp bpq bpv bpz bqb bqq bqr brp brs bsa bsm bsu bti btj bts btx bty
    btz bug bup bve bvk bvt bvu bvz bwp byd byl bzb bzl bzn bzp bzq bzu cia cml cns daz dbe dbf dbn
    ddw dei dem dij diy djo dkk dmr dms dmu dmy dna dni dnk dnt dnw dok drn dsn dun dup duq duv duw
    ebc eip ekg emb emw end eno enr ert erw etz fau flh frd gak gay gbi gef gei ges gop goq gor grs
    gzn had hap heg hik hji hmu hov hrk hti htu hud huk huw hvn ibu id ihb ihp ila ilu imr in ire
    irh irx ism itd itx iwo jal jaq jau jax jbj jbr jei jel jka jmd jv jvd jw kax kbi kbv kcd kdw
    kdy kei kgb kge kgq kgr kgv kgw kgx khc khd khe khh khp kig kiq kiy kja kjc kje kjk kjr kkb kkl
    kkv kkx kli klw kly klz kmt knd knl knx kod kpd kpi kpq kps kpu kqv krz ksx kti kts ktt kuc kuk
    kuv kvb kvd kvh kvo kvp kvr kvv kvw kvz kwe kwh kwr kwt kxq kyd kyo kyt kzb kzd kzf kzl kzm kzp
    kzu kzv kzx kzz lau law lbw lbx lcc lcd lce lcf lcl lcq lcs lev lew lex ley lgi lhh lio liw lix
    lje lji ljl ljp llg llm llq lmf lmj lmq lmr lmy lnd loa loe lox lpe lrn lrt lti ltu lur lvu lwe
    lwt mad mak max mdr mej mfb mfp mgf mgk mhp mhs mhy mhz min mkn mky mli mmb mnb mnu mnx mnz mog
    mok moq mpy mqa mqc mqf mqg mqi mqj mqn mqo mqp mqr mqs mqx mqy mrf mrx mrz msf msg msl mso mss
    mtd mtg mth mtj mui mvd mvp mvr mvs mvx mwv mxd mxn mxz myl mzq naa nae nbn nbq ndx nea nec ner
    nfa nia nij nil nir njs nkj nks nlc nlk nni nps npy nqm nsy nxe nxg nxl nxx oia oni onx opk orz
    otd pas pdn pdo pea pee pel pey pgu pku ple plh pmf pmo pmy pnc pni pnp pns ppk ppm pru psa pse
    psn ptn ptt ptu puc pud puf puj put rac ran raz reb rej ret rgu rir riu rjg rmh rmm rnn rob ror
    row rth saj sao sas sau saw sbg sbr sbt sbx scg sda sdq sdu set seu sge sgu sjb skh ski sko skv
    skx skz slg slp slu sly slz smr smw snu sob spb spi spr sre srl srt srw ssq ste su sve swr sws
    swt swu sxn sya szb szn szp szw tad tbp tby tcg tcm tcq tdi tdj tdn tds tev tfo tft tip tjg tkx
    tlb tld tlg tlk tln tlt tlu tlv tmg tmj tml tmn tmu tni tnm tnt tnw tom toy tpf tpg tre trt tti
    ttn ttp tty tuj tve tvm tvo tvw twe twg twu twy txe txm txn txq txs txt tyn tzn udj ues uhn uka
    ulf ulm ulu ums unz urn ury vbb vkk vkl vko vkt vme vms vto wad wah wai wbb wbe wbw weo wet wew
    wfg wgo wha whk whu wkd wli wlw wmm wms wng wnk wno wod woi woo wor wow wrp wru wrx wsa wtw wul
    wuy xau xay xbr xdy xem xkd xke xkl xkn xkq xks xkw xmm xmt xmx xmz xod xse xte xwr xxk xxt yac
    yet yir yki yli ymn yrs yva zbt zka zrs Latn_IE: ga sga sth yol Latn_IM: gv Latn_IN: adi adl aim
    ajz anm apt bgg bgr biu caq cdf clk crv cvg dis dln gac gnb haj hmr hra hru idb kff kfv kfw kha
    khr kix kmm kxv lax lmk lus mhu mjw mrg mrh mxj nag nbc nbe nbi nbt nbu ncb nct njb njh njm njn
    njo njz nkb nkd nkf nkh nki nma nme nmf nmh nmo nng nnl nph npo npu nre nri nsa nsm nzm onp pbv
    pck pmx pub ria rnl sch sgp sii sjl smt suv tcz tgj tro trp try tvt vap vkp yim zom Latn_IS: is
    Latn_IT: aae cim cms egl fur ims it lij lld lmo mhn nap nrp pms rgn sbv sc scn sdc sdn sro svm
    vec xrr xum xvo xvs Latn_JE: nrf Latn_JM: jam Latn_KE: bob coh cuh dal dav dig dsh dug ebu elo
    enb eyo guz ida kam ki kln lkb lko lks lri lrm lto lts luo luy lwg mas mer mlk muu mws niq nle
    nyd nyf oki omt orc pkb pko rag rel saq sgc sgm ssn sxb tec tga thk tuv tuy tvs Latn_KH: syo
    Latn_KI: gil Latn_LA: lbn lvi Latn_LC: acf Latn_LK: sci Latn_LR: blh bsq bza dee gec ggb glr gol
    grb grj grv gry klu kpe kqo krn kro krw kss lir lom mev mzj oub tja Latn_LT: kdr lt olt sgs
    Latn_LU: lb Latn_LV: liv ltg lv Latn_MA: rif tzm Latn_MD: gag Latn_MG: bhr bmm bzc mg msh skg
    tdx tkg txy xmv xmw Latn_MH: mh Latn_ML: aqd bm bmq boo boz bxw bze bzx dba dbg dbt dbu dbw dds
    dgb djm dmb dsq dti dtk dtm dto dts dtt dtu dux dym ffm hmb jow kao khq mwk myk nzz ses shz snk
    spp taq tde tst xkg Latn_MM: ahk anl cbl cek cey cfm ckn clj clt cmr cnb cnh cnk cnw csj csv csy
    cth czt dao ghk hlt jmn kac kvl lpn lsi lzn mhx mwq nlq npg nqq nqy ntx nun nxk pdu prk pyy pzn
    raw ril rtc sez tcp tlq ukk umn weu zkd zyp Latn_MP: cal tpv Latn_MT: mt Latn_MU: mfe Latn_MW:
    kzn lai lon nkv ny nyr swk tog tum Latn_MX: afs amu azd azg azm azn azz cco chd chf chj chq chz
    cip cle clo cly cnl cnt cob coc coj cok coz cpa crn csa cso cta cte ctl ctp ctu ctz cuc cut cux
    cuy cvn cya czn dih emm eud hch hue hus huv hve hvv ixc jmx klb lac maa mab maj maq mat mau maz
    mbz mce mco mdv meh mfy mhc mib mie mig mih mii mil mim mio mip mir mit miu mix miy miz mjc mks
    mmc mpm mqh mto mtu mtx mvg mxa mxb mxp mxq mxs mxt mxv mxy mza mzi mzl naz nch nci ncj ncl ncx
    neq ngu nhc nhe nhg nhi nhk nhm nhn nhp nhq nht nhv nhw nhx nhy nhz nlv npl nsu ntp nuz ocu opt
    ote otl otm otn otq ots ott otx otz pbe pbf pbm pbs pca pei pia plo pls pmq pmz poe poi poq pos
    pow ppi pps pua pxm sei stp tac tar tbu tcf tcu tcw tee tep thh tku tla tlc tlp toc toj too top
    tos tpc tpl tpp tpt tpx tqt trc trq trs tsz twr tzh tzo var vmc vmj vmm vmp vmq vmx vmy vmz xpo
    xta xtb xtd xti xtj xtl xtm xtn xtp xts xtt xtu xty xzp yaq yua zaa zab zac zad zae zaf zam zao
    zap zaq zar zas zat zav zaw zax zca zoc zoh zoo zoq zor zos zpa zpb zpc zpd zpe zpf zpg zph zpi
    zpj zpk zpl zpm zpn zpo zpp zpq zpr zps zpt zpu zpv zpw zpx zpy zpz zsr zte ztg ztl ztm ztn ztp
    ztq zts ztt ztu ztx zty Latn_MY: abf bdg bdr bnb bny bsy bth btq ccm cwg dbj dkr dmg dmv dpp drg
    dro dtb dtp dtr gnq grm iba ilm jah jak jhi kag knq kns kqr kqt kve kxi kxn kyi kys kzi kzs lhn
    lkj llk lnh low lra mcm mel meo mhe mnq mqq ms msi mvv mxr mzt nrm ntd orn ors pez plz pna pne
    pnm ree ruu sbo sdo sdx sea sib skp sne snv spg srk ssm sza szc tea tgb tgq tih tmo tmw trx ttw
    txa txx umi xbn xky zbc zbe zbw zlm zmi Latn_MZ: bwg cce chw cwb dmx eko llb mgh mhm mny ndc ngl
    nyu phm rng seh tke toh tsc twl twx vmk vmr vmw wmw xmc xnq xsq yao ymk Latn_NA: diu fwe hgm hz
    kj knw ktz kwm kwn lnb naq ng sbs vaj xuu Latn_NC: aek aji ane aok aqr axx bpk bwa cam cir cks
    dhv duf fwa hvk iai jas jaz kdk mkt mrk msq nee nek nem nen nua piz pme pop pri sih uve wmn yly
    Latn_NE: bms dje fuh fuq krt tez thz tmh twq Latn_NF: pih Latn_NG: aaa aab abm abn abo acb acp
    adu afe afn afo agb agc ahn ahs aik ajw akd akf ala alf amb amo anc ank ann anw aqg aqk asg atg
    aum auo awc awo aye ayi ayk ayu bau bbs bbt bbu bcn bcs bcv bcy bde bga bgu bil bin bka bkv bky
    bma bol bom bqp bqw bqx brt bsf bsj bsl bsr bsx bta bte btt btu buj bus bux buz bvh bvj bvw bwr
    bxo bxq byc byf byj byp bys bzw bzy bzz cbo cbq ccg cch cdr cen cet cfa cfd cfg cie ckl cky cla
    cry cxh dam dbb dbd dbi dbm dbo dbp dbv deg dgh dio dir dkg doh dot dri dsk dwa dyr dza dzd ebg
    efa efi ego ehu eka eke eki ekp ekr elm ema enn env enw epi erh etb ets etu etx evh eza eze fah
    fam fie fir fkk fli fum fuv gbr gby gde gdf gdu gea ged geg gek gel gew gib gkn glb glo glw gmd
    gmz gne gnh gpa gqa grd grh gua gvm gwb gwg gwn gye gyz ha hbb hia hig hod hoe hwo ibb ibe ibm
    ibn ibr iby ich idc ide ids idu ig igb ige igl igw ihi ijc ije ijn ijs ikh iki ikk ikl iko ikp
    ikv ikw ilv iqw iri ish isi iso itm its itw iya izm izr izz jab jaf jbm jen jer jgk jib jid jie
    jjr jku jmb jmi jms jni jrr jrt jub juh juk juo juu juw kad kai kaj kbz kcc kce kcf kcg kch kci
    kcq kcs kdl kdm kdp kdx kes kez kgt khj kil kka kkd kkm kkr kks kku klk klo kmi kmy kna kni koc
    kof kov kow kpa kpk kr krh krp ksm kso ksq ktc kub kug kuh kul kwb kwl lan ldb ldd ldg ldh ldj
    ldk ldl ldo ldp ldq lla lnu lop mae mbu mcj mda mew mfl mfm mfn mfo mgi mgj mjs mkf mko mma mmf
    moi mrt mtl mzk mzm nar nat nbb nbh nbo nbp nbr ndd ndi ndr ned nfd ngi ngs ngw ngx nin nja njr
    nkx nkz nmi nqt nsc nuh nup nzr obu oda odu ofu ogb ogc ogg ogo ogu okb okd oke okr oks okx olm
    opa org orr orx oso pai pbl pbn pcm pcn pcw pgs pip piy png pqa pwb pym pze rax res rin rod rsw
    ruk ruy ruz say scv scw sde sha sho sir sqa sqh sur sxs syk tak tal tan tdk tdl tdo tdq tdv tgd
    thy tiv tkq tsw ttb ttr tul tvd tvi txj tye tyy uba uda uha uji ukp ukq uku ukw ula ulb uly umm
    une urh uss uta uth utr uya vem ver vit vkn vkz vor wav wja wji wma wom xab xoc xsh xsn yay yaz
    yba ybj ybl yer yes ynq yo yot yun zah zaz zbu zem zhi ziz zlu zns Latn_NI: bzk miq mom mtn rma
    sut ulw yan Latn_NL: act drt dum fy gos li nl odt ofs stl twd zea Latn_NO: fkv nb nn no rmg se
    Latn_NR: cpi na Latn_NU: niu Latn_NZ: mi rrm Latn_PA: cuk emp gym sab scf tfr Latn_PE: aga agr
    amc ame amr anb arl ash atc avs ayc boa cah cbr cbs cbt cbu ccc cht cjo cni cod cot cox cpb cpc
    cpu cpy cuj hib hub hug huu hux inp iqu isc jeb jqr kaq mcb mcd mcf mts myr not oca omc omg omu
    ore pib pig pno prq qu qub quf quk qup qur qux quy qva qvc qve qvh qvl qvm qvn qvo qvp qvs qvw
    qwa qwc qwh qws qxa qxc qxh qxn qxo qxp qxt qxu qxw rem rgr shp sni spq trr ura yaa yad yme
    Latn_PF: aut mqm mrq mrv pmt ray ty Latn_PG: aac aad aag aah aai aak aau aaw abg abt abw aby ado
    adz aew aey aez afd afi afk afp agd age agg agl agm ago aic aie aif ail aix akh aki akq akt ali
    alx amm amn amp amt anh anj anx anz aob aod aoe aof aog aoj aom aon ape apo apr aps apz aso asx
    ata ate aui auk aun aup aur auy avb avt awb awi awm aww awx aya ayq bbb bbd bbf bbn bbr bbv bcf
    bch bcm bco bcu bdd bdf bef bek beo bey bfh bhf bhg bhl bie big bio biq bir bit bjc bjh bjk bjl
    bjp bjr bjz blq bmc bmh bmk bmn bmp bmu bmx bmz bnp bnw boj bon bop boq bow bpe bpi bpm bpu bpw
    bql bqs brq bry brz btp buk buo buq but buv bvn bwd bwf bwk bwm bxf bxh bxz bye byr byx byz bzf
    bzh can cga cjn cjv ckr dac dad dah dby ddi ded dev dge dgg dgx dgz dia dju dmc dnd dnr doa dob
    dof dol don duc dui duk dva dww eit eiv ele elk elu emi ena enq eri etr faa fad fag fai faj ffi
    fiw foi for fqs frq fuy gaf gah gai gaj gam gao gap gar gat gaw gbe gbf gcc gcn gdd gdn gdr geb
    gfk ggl ggt ggw ghs gim gip gka gkd gmg gmu gnm gnt gnu goc goi gpn grg grq grw grx grz gsn gsp
    gve gvf gvs gyb hah ham hao hgw hhi hhy hih hkk hla hmt ho hob hot hrc hrw huf hui hul ian iar
    idi igg igm igo imi imn imo ino iou ipi ipo isa itr iwm iws jae jbk jet jil jko jma jmw kbk kbm
    kbq kbt kbw kbx kcb kcl kco kct kdf keh kew kgf kgu khl khs khz kih kij kis kit kiw kjd kjs kjx
    kjy kkc klh klm klp klq klt klx kmf kmg kmh kmn kmo kms kmu kmx knr knv koa kol kop koz kpf kpr
    kpw kpx kqa kqb kqc kqf kqi kqj kql kqw ksd kse ksi ksj ksl ksr ktk ktm kto kud kue kuo kup kvc
    kvg kwj kwo kxa kxr kxt kxw kxz kyc kyg kyx kyy kze laz lbb lbq lbu lbv lcm lei lek leq ler let
    leu lgt lib lid lih lkl lle llf lll lmg lni lnm loj los lsr luf lxm mbh mbk mbq mbw mbx mcc mci
    mcq mcr mcv mcy mcz mdb mdc mds meb med mee mek met meu mft mfw mgl mgt mgu mhf mhl miw mjj mjk
    mjm mjn mkc mkp mkr mle mlh mlp mmi mmo mmp mmq mmt mmx mna mnm mox mpl mpn mpo mpp mps mpt mpv
    mpx mqe mqv mqw mqz msu msx msy msz mtc mtf mti mtv mty mum mux mva mvk mvn mvq mwa mwb mwc mwg
    mwh mxk mxm mxw myw mze mzu mzz nac naf nak nal nas nax nbk nby nca ncc nce ncf ncm ncn nco nej
    net nex nho nib nif nii nis niw niz nkg nkm nmw nmx nnf nnk nnm noc nof noh nop nou npn nqn nrz
    nsn nss nud nuq nur nux nvm nwr nxr oin okk okv omo omw ong onj onk onn onr ons ont opm opo oro
    osu oue oum owi oyy pby pda ped pek pep pex pgi pin pix pkg pla pmr pnn pnr ppe ppn ppo ppq ppt
    prm prw psq pss ptp pup pux pwa pwg rai rak rao rea rhp rmk rmp roe roo rpt rro rwa rwo sbc sbe
    sbh sbi sbq sdk sej seo sew sgz sij sim siq siu siv siw six sjr skc skm sks sll slw smb smc smf
    smg smq smz snc snp snr snx sny snz sol soq sow spd spe spk spl spm sps sra srf sry ssd ssg ssj
    sso sst ssu ssx ssz stf stk stm sua sue sug sui suo svb swm swp taw tbc tbd tbf tbg tbj tbo tbs
    tbv tbx tci tei tgc tgi tgo tgu tif tim tio tkv tlf tlx tmd tmq tmy tnh tns tof tpa tpi tpz tqm
    tqo tqp trb trh tsx ttd tte ttu ttv tua tuc tuh twp tww tya tzx uar ubr ubu ufi uis ukg uln una
    uni unu upi urg uri urm uro urt urv urw urx usa usu utu uvh uvl val vam van viv vmg wab wag waj
    wat wax waz wdg wed wei wer wgb wgi whg wii wiu wiv wla wmc wmo wmx wnb wnc wnp wnu woc wog wos
    wrs wrv wsk wsr wtf wtk wut wuv xar xbi xes xeu xkx xla xoi xop xow xrw xsi xsp ybm ybo ybx yby
    yde ydk yee yev ygl ygm ygr ygw yis ykk ykm ykr yla ylb yle ylg yll ylu ymb yml ymo ymp ynb ynl
    yob yon yra yrb yrw yss ytw yuj yut yuw ywa yyu zeg zgr zia zik zmh zsa zsu zuh Latn_PH: abc abd
    abp abx agk agn agt agv agy agz akl alj apf aqn atd atk atl atm atp att atz ays ayt azt bfx bgi
    bgs bik bjx bkd bks bku bln blw blx bnc bnj bno bpr bps btn bto btw bvy bya cbk cbw ceb cgc clu
    cps cts cyo daw dgc due dul duo duy dyg ebk esy fbl fil gad gdg hil hnn ibg ibl ifa ifb ifk ifu
    ify ilk ilo ilp inn iry isd itb iti itt itv ity ivb ivv iwk kak kkg klg kll kmd kmk kml knb kne
    kqe krj ksc ksn ktq kyb kyj kyk kyn laa lbl loc mba mbb mbd mbi mbs mbt mdh mkx mlz mmn mqk mrw
    mry msb msk msm mta mtw obk obo pag pam plc plv plw prf prh pwm rbk rbl rol sbl sfe sgb sgd sjm
    skn slm smk sml snl srg srv ssb sse stb suc syb tbl tbw tdy tgn tgt tis tiu tiy tl tsg twb ubl
    vbk war xnn xsb yka yog Latn_PK: kls wbl Latn_PL: csb pl prg rml sli szl wym Latn_PR: tnq
    Latn_PT: drc mwl Latn_PW: pau sov tox Latn_PY: aqt ayo cag ceg enl enx gn guq gva mca nhd pta
    spn tmf tpj Latn_RE: rcf Latn_RO: mo ro rom rup Latn_RS: rmn Latn_RU: cjs izh krl lud olo vep
    vot Latn_RW: rw Latn_SA: fif Latn_SB: agw aia alu apb aua aud baa bgt blb blp brr bvc bvd bxa
    dor faf far gga ghn gmb gri hoa jaj kji kkk ksg kwd kwf kzk lga lgb lgl lgr lgu llu lvk mln mlu
    mnv mpr mrn mte mvo nfl ngr nke nlg nlz npx ntu ojv ora pis piv rri rug sbb sky stn svs tbe tkp
    tkw tlr tnx tqu tva uge utp vnk vrs Latn_SC: crs Latn_SD: acz bdi daj dec dil fvr gza hbn jle
    jum kcp kec keg kgo kib kko liu lmd lro mls mor nyi otr shj shw tag taz tbi teq tey tic udu xom
    xtc zag zmo Latn_SE: fit ovd rmu sje sju sma smj sv Latn_SG: mbf Latn_SI: sl Latn_SK: rmc sk
    Latn_SL: bmf bun buy knk kno kri lia lok men tem Latn_SN: bcb bcz bda bjt bqj bsc cae cou csk
    cwt dyo fap ff gsl hhr krx mfv mlo ndv sav snf srr tnr wo Latn_SO: gex so xma ymm Latn_SR: ako
    arw djk hns jvn kww njt srm srn tri way Latn_SS: aja atu avu bdh bdj bex bfa blm bot bvi bxb ddd
    dib did din dip diw dks fer gbn hom idr imt kbo koe krs lgo lkr lky loh lot lpx lqr lul lwo mfz
    mgc mgd mqu muh mur mwu myj ndz njl nus nwm oie pga shk tex tgy thu toq ukv Latn_ST: aoa cri pre
    Latn_SV: ccr len ppl Latn_SX: vic Latn_TC: tch Latn_TD: amj bdm bdo bes bid bjv bmi bso btf bub
    bva bvf bvo bxv ckq daa dai dau djc dsi dzg fgr fni fui gab gdk gdm glc glj glu goy gqr gvl hed
    hor jeu jyy kbl ker kia kie klf kou kqp kth kvf kvi kwg kwv kxj kyq lap lln lme mcn mcw mdg mes
    mgb mge mje mlj mmy mne mou moz mpg mpk mse mub muj mvh mvu mwm myb ndm nie nmc nnc nnn noy nzy
    rou saa sba sbj sjg sok sor swy sys tax tma tmc tng trj tug tuq ubi vkj xuo zim zna zrn Latn_TG:
    ade ahl aks ayg bqg bud gej gng ife kbp kdh kef keu kpo las mfq nmz wci wud Latn_TH: mqt
    Latn_TJ: yah Latn_TK: tkl Latn_TL: adb bfn bkx ddg gal hbu idt kem krd lka lva mgm mjb mkz nxa
    tdt tet tkd wlh wmh Latn_TM: tk Latn_TN: pml Latn_TO: num to Latn_TR: kiu ku lzz tr tru uby zza
    Latn_TT: tgh trf Latn_TV: tvl Latn_TW: ami bnn ckv dru fos pwn pyu pzh ssf sxr szy tao tay trv
    tsu tvx uon xnb xsy ycr Latn_TZ: aas asa bdp bds bez bou ccl cwa cwe dhs dne doe egm fip gmx gog
    gow gwe han haq hay heh hka hts ikz irk isn jit jmc kcu kcz kdc kde ked kiv kiz kki kqh ksb kuj
    kya lag mgq mgs mgv mgw mgy mgz mhd mjh mpa mvw mwe ndg ndh ndj ngp ngq nih nim njd nkt nnq now
    nsg ntk nww nxi nym nyy old pbr piw poy reg rim rnw rof ruf rui rwk rwl sad sbk sbm sbp seg soz
    ssc suj suk suw sw tcc tny vid vin vun wbh wbi wbj wka wtb wun xnj zaj zak zga zin ziw Latn_UG:
    ach adh cgg gwr ikx kcn kdi kdj keo koo kpz laj lg lgg lke lsm lth luc mhi myx ndp nuj nyn nyo
    nyp rub ruc rwm snm teo teu tlj ttj xog Latn_US: aaq acv aes aht akz ale apj apk apl apm apw ari
    arp ats atw cad cea chh chl chn cho chy cic ciw cjh cku clm col com coq crd cro crz csm css cst
    csz ctc ctm cup dak del ems en esi ess esu eya fla frc gul haa haw hid hoi hop hup hwc ik iml
    ing iow kee kic kio kjq kju kla koy krb ksk ktw kuu kyh kyl lkt lmw lou lui lut mez mhq mia mik
    mjd mjy mnr mod mov mrc mus myh ncz nez nmu nnt nok nsq nsz nv obi oma ood pao par paw pdc peb
    peq pim pmw pom poo pot puy qua qui qun qwt qyp sac see ser shh sht sis sjw ska skd slh sln sno
    spo taa tau tcb tew tfn til tix tli tol tow tqn tqw tub tun tuu twa twf uma unm ute veo waa wac
    wam was wic win wiy wnw wyn xaw xch xnt xpq yak yok yuc yuf yum yur zun Latn_UZ: uz Latn_VA: la
    Latn_VC: crb svc Latn_VE: aoc bae bvv bwi car ciy cuo gae gct guu jru mcg mch mht pbg pbh pev
    pid spc tmz wba wpc xak xsu yae yar yau yvt Latn_VI: dcr Latn_VN: aem bdq bru cje cma cmo cnc
    crw cua enc giq gir hal hld hmf hmv hre hro ibh jeh jra kjm kpm kta ktv kxy laq lbt lgh lha lkc
    lwh mlc mng mnn moo mtq neo nuo nut pac phg phh puo rad ren rgs rmx roc rog scb sed stg sti stt
    tas tdr tkz tmm tou tsl twh tyh tyj tyl tys tyt tyz vi xao xhv zng Latn_VU: ahb akr alm aor app
    aty aul bi bki bnk bnr bpa brj btr crc dix erg erk etn fnb frt fut hiw iff klv krf lgk lht lkn
    llp lmb lml lmu lnn lpa lrv lrz lww lzl mkv mla mll mlv mlx mme mmg mmm mmw mnl mrb mrm mrp mrs
    msn mtt mvt mwi mwo mxe nkk nmb nmk nms nnd nrg nsw nvh nwi olr omb onu pgk plb pma psw ptr ptv
    rga rpn sax ske sku sns ssv sww tgp tgs tlm tls tmb tmi tmt tnk tnl tnn tnp tql tsr tvk upv urr
    uur vao vlp vnm vnp vra vrt wlr wsi wwo Latn_WF: fud wls Latn_WS: sm Latn_XK: aln Latn_YE: gdq
    Latn_YT: buc Latn_ZA: af cmt fly fng gic gku kqu kqz ngh nr nsb nso oor ss st tn ts ve xam xeg
    xh xii zu Latn_ZM: auh bem bwc ilb kqn lam leb leh loz lue lun lyn mgr mho mwn mxo nka nse sby
    shq sie sta toi ttl Latn_ZW: dov kck kdn mxc nd nmq sn Lepc_IN: lep Lina_GR: lab Linb_GR: gmy
    Lisu_CN: lis Lyci_TR: imy xlc Lydi_TR: xld Mand_IQ: mid Mand_IR: myz Mani_CN: xmn Marc_CN: xzh
    Medf_NG: dmf Merc_SD: xmr Mlym_IN: aaf all kev kfh mjq mjr mjv ml pcf pcg pkr udg yea Modi_IN:
    omr Mong_CN: bxu mnc mvf Mroo_BD: mro Mtei_IN: omp Mymr_IN: aio kht ksu phk rmz Mymr_MM: blk bwe
    csh dnu dnv hpo int jkm kjp ksw kvq kvt kxf kxk mnw mwt my obr omx pce pll pwo pyx rbb rki shn
    tco tjl tvn Narb_SA: xna Newa_NP: nwc Nkoo_GN: nqo Ogam_GB: xpi Ogam_IE: pgl Olck_IN: sat
    Orkh_MN: otk Orya_IN: bdv bfw dso dwk gaq gbj gdb jun juy or peg rei spv uki xis zrg Osge_US:
    osa Ougr_CN: oui Pauc_MM: ctd Phli_IR: pal Phnx_JO: obm Phnx_LB: phn Plrd_CN: hmd ktp lpo sfm
    ygp yna ysy ywq ywu Prti_IR: xpr Rjng_ID: abl Rohg_MM: rhg Runr_DE: sxu Runr_GB: nrn Runr_SE:
    non Samr_IL: smp Samr_PS: sam Sarb_YE: xsa Saur_IN: saz Sgnw_US: ase Sidt_TR: xsd Sinh_LK: si
    Sogd_UZ: sog Sora_IN: srb Soyo_MN: cmg Syrc_GE: bhn Syrc_IL: bjf tmr Syrc_IQ: aii kqd syr
    Syrc_IR: syn Syrc_SY: amw lhs oar Syrc_TR: hrt syc Tagb_PH: tbk Takr_IN: hii jna scu Tale_CN:
    tdd Tale_LA: thi Talu_CN: khb Taml_IN: bfq ctt cty era iru kfe kfi muv ta tcx vaa xub xuj
    Tang_CN: txg Tavt_TH: soa Tavt_VN: blt tyr Telu_IN: cde gau key kfc lmn mju nit ort pcj te wbq
    yeu Tfng_MA: gho shi zgh Tfng_MR: zen Tfng_NE: tda Thaa_MV: dv Thai_CN: lcp lwm Thai_LA: khf mlf
    Thai_TH: bzi cbn cog kdt kjt kxm lwl mkm mpz mra nyl nyw pht phu prt pww skb sou th thm tts ugo
    urk yoy Tibt_BT: bro cgk dka dz dzl goe kjz lkh luk lya neh npb ole sgt tgf tsj xkf Tibt_CN: adx
    bo jya khg otb Tibt_IN: bfu bkk cna jda kbg kkf lbj sbu sip spt twm zau Tibt_NP: dre ght kgy muk
    Tnsa_IN: nst Toto_IN: txo Ugar_SY: uga Vaii_LR: vai Wcho_IN: nnp Xpeo_IR: peo Xsux_IQ: akk
    Xsux_TR: hit htx nei oht Yiii_CN: ii nos nsd nsf nsv smh yig yiv ysd ysn ysp Yiii_VN: nty
    """
}
