-- CreateTable
CREATE TABLE "push_browser" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "user_agent" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "push_browser_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_key" (
    "id" INTEGER NOT NULL,
    "public_key" TEXT NOT NULL,
    "sealed" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "push_key_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_browser_fingerprint_key" ON "push_browser"("fingerprint");

-- CreateIndex
CREATE INDEX "push_browser_user_id_idx" ON "push_browser"("user_id");

-- AddForeignKey
ALTER TABLE "push_browser" ADD CONSTRAINT "push_browser_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "account_user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
